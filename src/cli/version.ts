// The version, from the package's own file, and what tells one build of it from another.
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
export const VERSION: string = (JSON.parse(text) as { version: string }).version; // npm insists on it
/** `major.minor`: rows that one such version has submitted are sent by it alone. */
export const SHORT_VERSION: string = VERSION.split('.').slice(0, 2).join('.');

/** A sum over everything that was built; `undefined` in source that isn't. */
export const BUILD: string | undefined = buildId();

function buildId(): string | undefined {
  try {
    return readFileSync(new URL('../build-id', import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
