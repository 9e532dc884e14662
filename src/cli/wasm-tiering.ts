// How soon V8 compiles a grammar's functions anew, and better. A language's lexer is one function, so large that a few lines of
// code would have it compiled, in 100 ms of another thread for which the end of the process waits. For the whole process, so
// before the first grammar is loaded.
import { setFlagsFromString } from 'node:v8';

/** Of bytes of a function that have run, about: thirty times what V8 takes by itself. */
const BUDGET = 60_000_000;
/** Another V8 might not know the setting, and would say so on standard error. */
const KNOWN_BY = /^1[1-3]\./;

export function compileGrammarsLater(): void {
  if (KNOWN_BY.test(process.versions.v8)) setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
