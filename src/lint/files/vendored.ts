// Whether a folder holds the code of others, which a tool copied there: told by its name where nobody gives it to sources of his
// own, and for `vendor` by what the tool left in it.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const VENDORED = new Set([
  'third_party',
  'bower_components',
  '.venv',
  'venv',
  'site-packages',
  '__pycache__',
  'Pods',
]);
/** What tools leave in a folder named vendor that they filled: Go's modules, PHP's Composer, Go's earlier tools. */
const FILLED = ['modules.txt', 'autoload.php', 'composer/installed.json', 'vendor.json'];
const LOCKED = ['Gopkg.lock', 'glide.lock'];
/** Of a folder of Rust's crates, so many are asked. */
const MAX_CRATES = 5;

/** Whether others' code was copied to a folder. `vendor` by its name alone is a source folder like any. */
export function isVendored(name: string, path: string): boolean {
  if (VENDORED.has(name)) return true;
  // Ruby's Bundler fills one of its folders; beside it there may be one's own.
  if (name === 'bundle') return basename(dirname(path)) === 'vendor' && existsSync(join(path, 'ruby'));
  if (name !== 'vendor') return false;
  return (
    FILLED.some((file) => existsSync(join(path, file))) ||
    LOCKED.some((file) => existsSync(join(dirname(path), file))) ||
    hasCrates(path)
  );
}

/** Cargo puts its sums beside each crate. */
function hasCrates(path: string): boolean {
  try {
    const crates = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return crates
      .slice(0, MAX_CRATES)
      .some((crate) => existsSync(join(path, crate.name, '.cargo-checksum.json')));
  } catch {
    return false; // the walk itself says that it can't be opened
  }
}
