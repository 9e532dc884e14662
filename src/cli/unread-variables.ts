// Variables that look like ours and that nothing reads: a mistyped name would set nothing, without a word. Names alone are
// looked at, never values. Warnings only: a name may belong to a wrapper of the company's own.
import { suggest } from '../csv/suggest.ts';
import { configSchema } from './config-schema.ts';
import { SETTINGS } from './settings-table.ts';

const PREFIX = 'PAYBATCH_';

/** Those of settings, and those that are read where they are needed. */
const READ: readonly string[] = [
  ...SETTINGS.flatMap(({ env }) => (env?.startsWith(PREFIX) === true ? [env] : [])),
  'PAYBATCH_KEY_PASSPHRASE',
  'PAYBATCH_KEY_PASSPHRASE_FILE',
];

/** Of rehearsals and of the project's own tests. */
const INTERNAL = /^PAYBATCH_(?:REHEARSAL|SEED|TEST_.*)$/;

/** A sentence for each, in the order of their names. */
export function unreadVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(PREFIX) && env[name] !== undefined)
    .filter((name) => !READ.includes(name) && !INTERNAL.test(name))
    .sort()
    .map(
      (name) => `${name} is set, but paybatch reads no such variable${instead(name.slice(PREFIX.length))}`,
    );
}

/** By what follows the prefix that all of them share. */
function instead(rest: string): string {
  const letters = (text: string): string => text.replaceAll('_', '').toLowerCase();
  const setting = SETTINGS.find(({ env, name }) => env === null && letters(name) === letters(rest));
  const key =
    setting?.name ?? Object.keys(configSchema.shape).find((name) => letters(name) === letters(rest));
  const own = READ.map((name) => name.slice(PREFIX.length));
  const near = suggest(rest, own) ?? own.find((name) => letters(name) === letters(rest));
  if (near !== undefined) return ` (did you mean ${PREFIX}${near}?)`;
  if (key === undefined) return '';
  const flag = setting?.flag ?? undefined;
  return `: set "${key}" in the config file${flag === undefined ? '' : `, or --${flag}`}`;
}
