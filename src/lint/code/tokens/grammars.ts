// The grammars (tree-sitter, in WebAssembly): loaded when they are asked for, and given up when they may be broken. Nothing
// bounds the recursion inside them: a tree that is deep enough writes over their own memory, and every later file would be
// read wrongly, or not at all. Then a new instance takes over; the old one is never called again, not even to be freed.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Parser, Tree } from 'web-tree-sitter';

import { PaybatchError } from '../../../errors.ts';

type Library = typeof import('web-tree-sitter');

/** As much of it as is used here: no library of types for Node alone has it. */
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object;
};

const load = createRequire(import.meta.url);

/** In pages of 64 KiB, the least and the most: 32 MiB and 1 GiB. A tree takes some ten to forty times its text. */
const MEMORY = { initial: 512, maximum: 16_384 };
/** A parse is given up after so long, and so much more for each character; the slowest real code takes a tenth. */
const PARSE_MS = 3_000;
const MS_PER_CHARACTER = 0.01;

/** Errors of whoever asks for a grammar: the process may not have the room that WebAssembly reserves. */
export class NoGrammars extends PaybatchError {
  override readonly name = 'NoGrammars';

  constructor(cause: unknown) {
    super(
      'address_space',
      'source code is read in WebAssembly, for which Node reserves some 10 GB of address space, and this process may not have it (ulimit -v): raise that limit, or set NODE_OPTIONS=--disable-wasm-trap-handler',
      { cause },
    );
  }
}

export type Parsed =
  { readonly tree: Tree; readonly done: (depth: number) => void } | { readonly failed: 'slow' | 'broken' };

/** A deeper tree may have spoilt the instance although nothing was seen of it; real code stays far below. */
const DEEP = 500;

class Instance {
  readonly #library: Library;
  readonly #options: object;
  readonly #parsers = new Map<string, Promise<Parser>>();

  private constructor(library: Library, options: object) {
    this.#library = library;
    this.#options = options;
  }

  static async start(): Promise<Instance> {
    const path = load.resolve('web-tree-sitter');
    // The library keeps one instance for as long as it is loaded itself.
    Reflect.deleteProperty(load.cache, path);
    const library = load(path) as Library; // its own types
    // It would write to standard error by itself.
    const options = { wasmMemory: memory(), printErr: () => undefined };
    await library.Parser.init(options);
    return new Instance(library, options);
  }

  parser(grammar: string): Promise<Parser> {
    let parser = this.#parsers.get(grammar);
    if (!parser) this.#parsers.set(grammar, (parser = this.#load(grammar)));
    return parser;
  }

  async #load(grammar: string): Promise<Parser> {
    const folder = dirname(load.resolve('@vscode/tree-sitter-wasm/package.json'));
    const parser = new this.#library.Parser();
    parser.setLanguage(
      await this.#library.Language.load(join(folder, 'wasm', `tree-sitter-${grammar}.wasm`)),
    );
    return parser;
  }

  /** What is collected later frees its memory in here: on a broken instance that would end the process. */
  silence(): void {
    for (const name of Object.keys(this.#options)) {
      if (name.startsWith('_')) Reflect.set(this.#options, name, () => 0);
    }
  }
}

function memory(): object {
  try {
    return new WebAssembly.Memory(MEMORY);
  } catch (error) {
    throw new NoGrammars(error);
  }
}

let current: Promise<Instance> | undefined;

/** `clock`: milliseconds, from anywhere. Errors: {@link NoGrammars}. */
export async function parse(text: string, grammar: string, clock: () => number): Promise<Parsed> {
  for (;;) {
    const instance = await (current ??= Instance.start().catch(forget));
    const parser = await instance.parser(grammar);
    // Somebody else may have given it up meanwhile.
    if ((await current) === instance) return parseWith(instance, parser, text, clock);
  }
}

function forget(error: unknown): never {
  current = undefined;
  throw error;
}

function parseWith(instance: Instance, parser: Parser, text: string, clock: () => number): Parsed {
  const giveUp = (failed: 'slow' | 'broken'): Parsed => {
    current = undefined;
    instance.silence();
    return { failed };
  };
  const until = clock() + PARSE_MS + text.length * MS_PER_CHARACTER;
  try {
    const tree = parser.parse(text, null, { progressCallback: () => clock() > until });
    if (!tree) return giveUp('slow');
    return {
      tree,
      done: (depth) => {
        if (depth > DEEP) giveUp('broken');
        else tree.delete();
      },
    };
  } catch {
    return giveUp('broken');
  }
}
