// The only things that files tell each other: string constants, for those that ask for them by name, and routes that a server
// defines itself: what may go there is not changed by --fix.
import type { Finding } from './model/finding.ts';
import type { FileResult } from './scan.ts';

/** Names that are surely constants: `BASE_PATH`, `PATHS.transfers`, `Endpoint.Tenant`. */
const CONSTANT = /^[A-Z][A-Z0-9_]{2,}$|^[A-Za-z]\w*\.\w+(?:\.\w+)?$|[a-z](?:Path|Url|URL|Uri|Base|Endpoint)$/;

/** Constants for each file that asks for some; a name that two files give different texts is nobody's. */
export function givenFor(results: ReadonlyMap<string, FileResult>): Map<string, ReadonlyMap<string, string>> {
  const known = new Map<string, string | undefined>();
  for (const { constants } of results.values()) {
    for (const [name, text] of constants) {
      if (CONSTANT.test(name))
        known.set(name, known.has(name) && known.get(name) !== text ? undefined : text);
    }
  }
  const given = new Map<string, ReadonlyMap<string, string>>();
  for (const [path, { asked, constants }] of results) {
    const mine = new Map<string, string>();
    for (const name of asked) {
      const text = constants.has(name) ? undefined : textFor(name, known);
      if (text !== undefined) mine.set(name, text);
    }
    if (mine.size > 0) given.set(path, mine);
  }
  return given;
}

/** `config.PATHS.transfers` is asked for by as much of its end as is known. */
function textFor(name: string, known: ReadonlyMap<string, string | undefined>): string | undefined {
  const parts = name.split('.');
  for (let from = 0; from < parts.length; from++) {
    const end = parts.slice(from).join('.');
    if (known.has(end)) return known.get(end);
  }
  return undefined;
}

/** All findings; a tree that defines the route itself may call its own. */
export function finish(results: ReadonlyMap<string, FileResult>): Finding[] {
  const isServed = [...results.values()].some(({ hasRoute }) => hasRoute);
  const all = [...results.values()].flatMap(({ findings }) => findings);
  return isServed ? all.map(withoutFix) : all;
}

function withoutFix(finding: Finding): Finding {
  if (!finding.fixable) return finding;
  const rest: Finding = { ...finding, fixable: false, left: 'own-route' };
  delete (rest as { fix?: unknown }).fix;
  return rest;
}
