// Patterns of .gitignore and CODEOWNERS in which ** stands more than once. The expressions that the library makes of them take
// time with a power of a path's depth; here the parts of a path are gone through once, as far as the last ** allows.
import ignore from 'ignore';

type Matches = (parts: readonly string[], isFolder: boolean) => boolean;

export function isStarred(pattern: string): boolean {
  const first = pattern.indexOf('**');
  return first !== -1 && pattern.indexOf('**', first + 2) !== -1;
}

/**
 * Without what stands before it (`!`). Also true of what lies below a folder that matches. `isExact`: in the pattern's own
 * letter case.
 */
export function starredMatcher(pattern: string, { isExact = false } = {}): Matches {
  const trimmed = pattern.includes('\\') ? pattern : pattern.trimEnd();
  const folderOnly = trimmed.endsWith('/');
  const names = trimmed.slice(trimmed.startsWith('/') ? 1 : 0, folderOnly ? -1 : undefined).split('/');
  // Beside a name, two stars are as good as one; without a slash the name may stand anywhere.
  if (names.length === 1) names.unshift('**');
  const parts = names
    .filter((one, at) => one !== '**' || names[at - 1] !== '**')
    .map((one) => partOf(one, isExact));
  return (path, isFolder) => matchesAll(parts, path, isFolder || !folderOnly);
}

/** `null`: any number of folders. */
type Part = ((name: string) => boolean) | null;

function partOf(pattern: string, isExact: boolean): Part {
  if (pattern === '**') return null;
  if (!/[*?[\]\\]/.test(pattern)) {
    if (isExact) return (name) => name === pattern;
    const lower = pattern.toLowerCase();
    return (name) => name.toLowerCase() === lower;
  }
  const rules = ignore({ ignorecase: !isExact }).add(`/${pattern.replaceAll(/\*{2,}/g, '*')}`);
  return (name) => rules.ignores(name);
}

function matchesAll(parts: readonly Part[], path: readonly string[], endsWell: boolean): boolean {
  let [at, part] = [0, 0];
  /** Behind the last ** that was met, and where in the path it was tried last. */
  let [again, tried] = [-1, 0];
  while (at < path.length) {
    const own = parts[part];
    if (own === null) {
      part++;
      if (part === parts.length) return endsWell || at < path.length - 1;
      again = part;
      tried = at;
    } else if (own?.(path[at] ?? '') === true) {
      part++;
      at++;
      // A folder above the path.
      if (part === parts.length && at < path.length) return true;
      if (part === parts.length && endsWell) return true;
    } else if (again === -1) return false;
    else {
      part = again;
      at = ++tried;
    }
  }
  return false;
}
