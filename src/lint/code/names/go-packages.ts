// Go's packages as a file names them: `wire.Order` behind `import "example.com/treasury/internal/wire"`. A package is known by
// its folder. In other languages a name is nothing but itself.
import { folderNamed } from '../../model/go-folders.ts';
import type { LanguageId } from '../../model/language.ts';
import type { Token } from '../tokens/token.ts';

/** What a file calls a package -> the package's folder. Made once for a file. */
const known = new WeakMap<readonly Token[], ReadonlyMap<string, string>>();

function packagesOf(tokens: readonly Token[]): ReadonlyMap<string, string> {
  const made = known.get(tokens);
  if (made) return made;
  const packages = new Map<string, string>();
  tokens.forEach(({ kind, passive, text, first }, at) => {
    if (kind !== 'string' || !passive) return;
    const folder = folderNamed(text);
    const before = tokens[at - 1];
    const alias = !first && before?.kind === 'name' && before.text !== 'import' ? before.text : folder;
    packages.set(alias, folder);
  });
  known.set(tokens, packages);
  return packages;
}

/** The folder of the package that a name is taken from. */
export function folderAt(tokens: readonly Token[], at: number, language: LanguageId): string | undefined {
  if (language !== 'go' || tokens[at - 1]?.text !== '.') return undefined;
  const of = tokens[at - 2];
  if (of?.kind !== 'name' || tokens[at - 3]?.text === '.') return undefined;
  return packagesOf(tokens).get(of.text);
}

/** A name with the folder of its package: `wire.Order`. */
export function idAt(tokens: readonly Token[], at: number, language: LanguageId): string {
  const text = tokens[at]?.text ?? '';
  const folder = folderAt(tokens, at, language);
  return folder === undefined ? text : `${folder}.${text}`;
}

/** `wire.Order` is an Order. */
export const plainOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);
