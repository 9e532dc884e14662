// Base addresses of a tree: where a call's own isn't seen in its file, those that the other files name may be it. Only files that
// may set one are read, and only for calls that nothing else ties to this service.
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { type Base, type BasesIn, basesIn } from '../calls/addresses.ts';
import { speaksOfService } from '../calls/own-words.ts';
import { Sieve } from '../files/sieve.ts';
import { openSource, textOf } from '../files/source.ts';

/** Sources and settings. */
const SETS =
  /\.(?:[cm]?[jt]sx?|py|rb|go|java|kts?|scala|groovy|cs|fs|vb|php|rs|exs?|swift|dart|ya?ml|json|toml|ini|properties|conf|cfg|xml|bru|http|rest|sh|env|tf|tfvars)$|^\.env/i;
const TESTS =
  /(?:^|[\\/._-])(?:mocks?|fakes?|stubs?|tests?|__tests__|__mocks__|specs?|fixtures?|package(?:-lock)?|composer|tsconfig|swagger|openapi|docs?)(?=[\\/._-]|$)/i;
const MAX_BYTES = 256 * 1024;
const MAX_FILES = 20_000;

/** Words of an address, and of what holds one of payments. */
const WORDS = new Sieve(
  'http:// https:/ payment Payment PAYMENT payouts Payouts PAYOUTS treasury Treasury TREASURY transfer TRANSFER'.split(
    ' ',
  ),
);

/** What a package of its own is told by. */
const MANIFEST =
  /^(?:package\.json|go\.mod|pyproject\.toml|setup\.py|requirements\.txt|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|Cargo\.toml|mix\.exs|[\w.-]{1,80}\.csproj)$/;

/** The folder of the package that a file belongs to, as far as a manifest tells; `names`: of all files. */
export function packagesIn(names: readonly string[]): (name: string) => string {
  const folders = new Set(names.filter((name) => MANIFEST.test(basename(name))).map((name) => dirname(name)));
  return (name) => {
    for (let at = dirname(name); at !== '.' && at !== dirname(at); at = dirname(at))
      if (folders.has(at)) return at;
    return '.';
  };
}

/** `files`: absolute, and as findings name them; `know`: what is known of a file, or what `read` says. */
export function basesOf(
  files: readonly string[],
  names: readonly string[],
  hosts: readonly string[],
  know: (file: string, read: () => BasesIn | undefined) => BasesIn | undefined,
): BasesIn {
  const found = new Map<string, Base>();
  let ofPayments = false;
  for (const file of files.filter((_, i) => isRead(names[i] ?? '')).slice(0, MAX_FILES)) {
    const own = know(file, () => basesOfFile(file, hosts));
    if (!own) continue;
    ofPayments ||= own.ofPayments;
    for (const base of own.unknown) found.set(base.host, base);
  }
  return { unknown: [...found.values()], ofPayments };
}

const scratch = Buffer.allocUnsafe(MAX_BYTES);

function basesOfFile(file: string, hosts: readonly string[]): BasesIn | undefined {
  if (sizeOf(file) > MAX_BYTES) return undefined;
  const opened = openSource(file, scratch);
  if (!('bytes' in opened) || (opened.encoding === 'utf-8' && !WORDS.test(opened.bytes))) return undefined;
  const text = textOf(opened);
  const own = basesIn(text, [], { hosts, named: true });
  // The one address of a file that speaks of this service is this service's.
  const isOurs = own.unknown.length === 1 && speaksOfService(text, { hosts, neighbour: false });
  if (own.unknown.length === 0 && !own.ofPayments) return undefined;
  return isOurs ? { ...own, unknown: [] } : own;
}

/** What can't be reached is no smaller than any. */
export function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return Infinity; // gone, or a link that leads in a circle: it is told of where it is looked at
  }
}

const isRead = (file: string): boolean => SETS.test(basename(file)) && !TESTS.test(file);
