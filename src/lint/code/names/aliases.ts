// What a file calls by another name than the file that declares it: `import { Wire as Body }`, `from .dto import Wire as Body`,
// `const { Wire: Body } = require('./dto')`, `using Body = Pay.Wire`. Files tell one another of the names that are declared.
import type { LanguageId } from '../../model/language.ts';
import type { Told } from '../../model/told.ts';
import type { Token } from '../tokens/token.ts';
import { folderAt } from './go-packages.ts';

/** Its name here -> that where it is declared. */
type Aliases = ReadonlyMap<string, string>;

const IMPORTS = /^(?:import|from|use|pub)$/;
const MAX_STATEMENT = 200;

function aliasesIn(tokens: readonly Token[]): Aliases {
  const found = new Map<string, string>();
  tokens.forEach(({ text }, at) => {
    if (text === 'as' || text === '=>') {
      if (IMPORTS.test(headOf(tokens, at))) put(found, tokens[at + 1], tokens[at - 1]);
    } else if (text === 'using' && tokens[at + 2]?.text === '=') {
      put(found, tokens[at + 1], lastOf(tokens, at + 3));
    } else if (text === 'require' && tokens[at - 1]?.text === '=' && tokens[at - 2]?.text === '}') {
      for (let i = at - 3; i > at - MAX_STATEMENT && !/^[{;]$/.test(tokens[i]?.text ?? '{'); i--)
        if (tokens[i]?.text === ':') put(found, tokens[i + 1], tokens[i - 1]);
    }
  });
  return found;
}

const headOf = (tokens: readonly Token[], at: number): string =>
  tokens[tokens[at]?.statement.first ?? -1]?.text ?? '';

/** The last part of `Pay.Api.Wire`. */
function lastOf(tokens: readonly Token[], from: number): Token | undefined {
  let at = from;
  while (tokens[at + 1]?.text === '.') at += 2;
  return tokens[at];
}

function put(into: Map<string, string>, local: Token | undefined, declared: Token | undefined): void {
  if (local?.kind !== 'name' || declared?.kind !== 'name' || local.text === declared.text) return;
  into.set(local.text, declared.text);
}

const DOT = /^(?:\.|::)$/;

/** The first name of `schemas.Wire`, whose last stands here: a module of the type, or a package. */
export function qualifiedFrom(tokens: readonly Token[], at: number, language: LanguageId): number {
  if (language === 'go') return folderAt(tokens, at, language) === undefined ? at : at - 2;
  let from = at;
  while (DOT.test(tokens[from - 1]?.text ?? '') && tokens[from - 2]?.kind === 'name') from -= 2;
  return from;
}

/** The last name of `schemas.Wire`, whose first stands here. */
export function qualifiedTo(tokens: readonly Token[], at: number, language: LanguageId): number {
  if (language === 'go') return folderAt(tokens, at + 2, language) === undefined ? at : at + 2;
  let to = at;
  while (DOT.test(tokens[to + 1]?.text ?? '') && tokens[to + 2]?.kind === 'name') to += 2;
  return to;
}

type Named<T> = Readonly<Record<string, T>>;

/** `Wire 0` of what is told of a function's first argument is `Body 0` here. */
function also<T>(all: Named<T>, aliases: Aliases): Named<T> {
  const found = { ...all };
  for (const [id, value] of Object.entries(all)) {
    const [name, rest] = split(id);
    for (const [local, declared] of aliases) if (declared === name) found[local + rest] = value;
  }
  return found;
}

function split(id: string): [string, string] {
  const end = id.search(/[ .]/);
  return end < 0 ? [id, ''] : [id.slice(0, end), id.slice(end)];
}

/** What is told of names, told of those that the file gives them, too. */
export function heardAs(told: Told | undefined, tokens: readonly Token[]): Told | undefined {
  const aliases: Aliases = told ? aliasesIn(tokens) : new Map<string, string>();
  if (!told || aliases.size === 0) return told;
  const each = (names: readonly string[]): string[] => [
    ...names,
    ...[...aliases].flatMap(([local, declared]) => (names.includes(declared) ? [local] : [])),
  ];
  return {
    ...told,
    names: also(told.names, aliases),
    flows: also(told.flows, aliases),
    functions: also(told.functions, aliases),
    fills: also(told.fills, aliases),
    from: also(told.from, aliases),
    papersAt: also(told.papersAt, aliases),
    answers: each(told.answers),
    makers: each(told.makers),
  };
}

/** What a file tells of names that it gave itself, told of those that are declared. */
export function saidAs<T extends Pick<Told, 'flows' | 'fills' | 'answers' | 'mended'>>(
  told: T,
  tokens: readonly Token[],
): T {
  const aliases = aliasesIn(tokens);
  if (aliases.size === 0) return told;
  const named = <V>(all: Named<V>): Named<V> =>
    Object.fromEntries(
      Object.entries(all).map(([id, value]) => {
        const [name, rest] = split(id);
        return [(aliases.get(name) ?? name) + rest, value];
      }),
    );
  const each = (names: readonly string[]): string[] => names.map((name) => aliases.get(name) ?? name);
  return {
    ...told,
    flows: named(told.flows),
    fills: named(told.fills),
    answers: each(told.answers),
    mended: each(told.mended),
  };
}
