// Source code through its real grammar (tree-sitter) into tokens, within limits: a grammar may break over a text, or take too
// long, and that is said.
import { GRAMMARS, type LanguageId } from '../../model/language.ts';
import { parse } from './grammars.ts';
import type { Lexed } from './token.ts';
import { Walk } from './walk.ts';

export interface Parse {
  /** `undefined` where there is no grammar, or it came to no end. */
  readonly lexed: Lexed | undefined;
  /** Why the grammar could not read it. */
  readonly failed?: string;
}

const FAILED = {
  slow: 'its grammar took too long over it',
  broken: 'its grammar broke off over it: it may be nested too deeply',
} as const;

/** `clock`: milliseconds, for what takes too long. Errors: NoGrammars. */
export async function parseCode(
  text: string,
  language: LanguageId,
  clock: () => number = () => performance.now(),
): Promise<Parse> {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) return { lexed: undefined };
  const parsed = await parse(text, grammar, clock);
  if ('failed' in parsed) return { lexed: undefined, failed: FAILED[parsed.failed] };
  const walk = new Walk(text);
  try {
    return { lexed: walk.run(parsed.tree.rootNode) };
  } catch (error) {
    if (!(error instanceof Error && error.name === 'RuntimeError')) throw error; // of WebAssembly
    walk.depth = Infinity;
    return { lexed: undefined, failed: FAILED.broken };
  } finally {
    parsed.done(walk.depth);
  }
}
