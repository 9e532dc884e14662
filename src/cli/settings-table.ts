// Every setting once: where it may be set, and what it is. Settings, their schema in the config file, `config` and the
// manual are made from it.
import { suggest } from '../csv/suggest.ts';
import type { Range } from './flag.ts';
import { LEDGER, PACE, SENDING } from './flags.ts';

/** The config file's name where none is given. */
export const CONFIG_NAME = 'paybatch.config.json';

type SettingFlag =
  'ledger' | 'concurrency' | 'rate' | 'halt-after' | 'timeout' | 'max-in-doubt' | 'notify' | 'ping';

/** The flags that settings are read from; a command has those that concern it. */
export interface SettingFlags extends Readonly<Partial<Record<SettingFlag, string | number | undefined>>> {
  readonly config?: string | undefined;
}

export interface Setting {
  readonly does: string;
  readonly env?: string;
  readonly flag?: SettingFlag;
  readonly secret?: true;
  /** An address that is a secret but for its host. */
  readonly hook?: true;
  /** Not a key of the config file. */
  readonly envOnly?: true;
  /** Of a number. */
  readonly range?: Range;
  readonly default?: string;
}

export const SETTINGS = {
  baseUrl: { env: 'PAYBATCH_BASE_URL', does: "The service's base address" },
  authUrl: { env: 'PAYBATCH_AUTH_URL', does: "The identity provider's address" },
  clientId: { env: 'PAYBATCH_CLIENT_ID', does: 'Client id, from the dashboard' },
  apiKey: { env: 'PAYBATCH_API_KEY', secret: true, envOnly: true, does: 'API key' },
  apiSecret: { env: 'PAYBATCH_API_SECRET', secret: true, envOnly: true, does: 'API secret' },
  apiSecretFile: { env: 'PAYBATCH_API_SECRET_FILE', does: 'File that holds the API secret' },
  ledger: {
    env: 'PAYBATCH_LEDGER',
    flag: 'ledger',
    default: '$XDG_STATE_HOME/paybatch/ledger.db',
    does: LEDGER.ledger.does,
  },
  ledgerPassword: {
    env: 'PAYBATCH_LEDGER_PASSWORD',
    secret: true,
    envOnly: true,
    does: 'Password of a ledger on Postgres, if its address has none',
  },
  ledgerSchema: {
    env: 'PAYBATCH_LEDGER_SCHEMA',
    envOnly: true,
    default: 'paybatch',
    does: 'Schema of a ledger on Postgres',
  },
  leaseSeconds: {
    env: 'PAYBATCH_LEASE_SECONDS',
    range: { min: 2, max: 300 },
    default: '8',
    does: 'Seconds without a report from a host, after which other hosts take its queued rows (Postgres only)',
  },
  host: {
    env: 'PAYBATCH_HOST',
    envOnly: true,
    does: "Name of this host in a ledger on Postgres (default: the system's host name)",
  },
  ledgerId: { does: 'The id that the ledger must have' },
  httpsProxy: { env: 'HTTPS_PROXY', does: 'Proxy for https addresses' },
  noProxy: { env: 'NO_PROXY', does: 'Hosts that are reached without the proxy' },
  concurrency: { ...PACE.concurrency, flag: 'concurrency' },
  rate: { range: 'positive', does: PACE.rate.does, flag: 'rate' },
  haltAfter: { ...PACE['halt-after'], flag: 'halt-after' },
  maxInDoubt: { ...SENDING['max-in-doubt'], flag: 'max-in-doubt' },
  alikeDays: {
    range: { min: 0, max: 3650 },
    default: '3',
    does: 'Days during which a row that differs from a payment only by its reference is a possible duplicate (0: never)',
  },
  notify: {
    env: 'PAYBATCH_NOTIFY',
    flag: 'notify',
    hook: true,
    does: 'Address for a notification at the end of a run',
  },
  ping: {
    env: 'PAYBATCH_PING',
    flag: 'ping',
    hook: true,
    does: 'Address of a monitor that notices a missing run, called at the start and the end of a run',
  },
  timeout: { ...PACE.timeout, flag: 'timeout' },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]; // its own keys
export const settingOf = (name: SettingName): Setting => SETTINGS[name];

const PREFIX = 'PAYBATCH_';
/** Variables of settings, and those that are read where they are needed. */
const READ = new Set([
  ...SETTING_NAMES.map((name) => settingOf(name).env),
  'PAYBATCH_KEY_PASSPHRASE',
  'PAYBATCH_KEY_PASSPHRASE_FILE',
]);
/** Of rehearsals and of the project's own tests. */
const INTERNAL = /^PAYBATCH_(?:REHEARSAL|SEED|TEST_.*)$/;

/**
 * A sentence for each variable that looks like ours and that nothing reads: a mistyped name would set nothing,
 * without a word. Warnings only: a name may belong to a wrapper of the company's own.
 */
export function unreadVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const ours = [...READ].flatMap((name) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  const unread = Object.keys(env).filter(
    (name) => name.toUpperCase().startsWith(PREFIX) && env[name] && !READ.has(name) && !INTERNAL.test(name),
  );
  return unread.sort().map((name) => {
    const near = suggest(name.slice(PREFIX.length).toUpperCase(), ours);
    const hint = near === undefined ? '' : ` (did you mean ${PREFIX}${near}?)`;
    return `${name} is set, but paybatch reads no such variable${hint}`;
  });
}
