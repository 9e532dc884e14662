// Lists of names that a script looks for in files: it reads the sources of a folder and tells where one of them still stands.
import { calleeOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const READS =
  /^(?:readFile(?:Sync)?|read_text|readlines|ReadFile|ReadAllText|ReadAllLines|file_get_contents|readText|readString|readAllLines|read|open|slurp)$/;
const WALKS =
  /^(?:i?glob(?:Sync|by)?|rglob|walk|WalkDir|Walk|readdir(?:Sync)?|listdir|scandir|EnumerateFiles|GetFiles|fdir|walkFileTree|Glob|RecursiveDirectoryIterator|walkTopDown|globSync)$/;
const SEEKS =
  /^(?:includes|include\?|[cC]ontains|indexOf|test|match\w{0,4}|search|find|count|compile|RegExp|Regexp|escape\w{0,4}|MustCompile|quote|QuoteMeta|strpos|str_contains|grep)$/;
const TELLS =
  /(?:^|\.)(?:console\.\w{1,8}|print\w{0,4}|puts|echo|warn|log|error|Error\w?|Println|Printf|exit|fail\w{0,3}|die|(?:bad|found|hits?|problems?|violations?|offen[cs]es|offenders|failures|errors|matches|left|old)\.(?:push|append|add))$/;
const MAX_CLIMB = 3;
const MAX_USES = 12;
const MAX_BEHIND = 8;

export class Searched {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  #reads: boolean | undefined;

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
  }

  /** Whether all that a loop does with the members of what stands from `at` to `end` is to look for them. */
  by(at: number, end: number, [first, last]: readonly [number, number]): boolean {
    this.#reads ??= this.#places.names(WALKS) && this.#places.names(READS);
    const variable = this.#reads ? this.#variable(at, end) : undefined;
    if (variable === undefined) return false;
    const name = this.#text(variable);
    const uses = [...this.#places.uses(name), ...this.#places.usesInTexts(name)].filter(
      (use) => use >= first && use <= last && use !== variable,
    );
    if (uses.length > MAX_USES) return false;
    const done = uses.map((use) => this.#doneWith(use));
    return done.includes('sought') && !done.includes(undefined);
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** `for name in list`, `list.each do |name|`, `list.some((name) => ...)`. */
  #variable(at: number, end: number): number | undefined {
    if (/^(?:in|of|range|:)$/.test(this.#text(at - 1))) {
      const before = this.#text(at - 2) === ':=' ? at - 3 : at - 2;
      return this.#tokens[before]?.kind === 'name' ? before : undefined;
    }
    for (let i = end + 3; i < end + MAX_BEHIND; i++) {
      const token = this.#tokens[i];
      if (token?.kind === 'name' && token.text !== 'do') return i;
    }
    return undefined;
  }

  #doneWith(use: number): 'sought' | 'told' | undefined {
    if (/^(?:in|not in)$/.test(this.#text(use + 1)) && this.#text(use - 1) !== 'for') return 'sought';
    let group = this.#places.of(use)?.group;
    for (let depth = 0; group && depth < MAX_CLIMB; depth++) {
      const chain = group.open === '(' ? calleeOf(group, this.#tokens) : [];
      if (SEEKS.test(chain.at(-1) ?? '')) return 'sought';
      if (TELLS.test(chain.join('.'))) return 'told';
      group = group.parent;
    }
    return undefined;
  }
}
