// Every setting once: its variable, its flag, its bounds, its default, what it is. The config file's schema, the checks of
// values, `config` and the manual are made from it.
import type { Flag } from './command.ts';
import { LEDGER, PACE, SENDING } from './flags.ts';

/** The config file's name where none is given. */
export const CONFIG_NAME = 'paybatch.config.json';

interface Entry {
  readonly name: string;
  readonly env: string | null;
  readonly flag: Exclude<keyof SettingFlags, 'config'> | null;
  readonly secret?: true;
  /** An address that is a secret but for its host. */
  readonly hook?: true;
  /** Not a key of the config file. */
  readonly envOnly?: true;
  /** It belongs to the real service: the command of a rehearsal does not take it from the config file. */
  readonly real?: true;
  readonly type?: Extract<Flag['type'], 'string' | 'integer' | 'number'>;
  /** Of an integer. */
  readonly min?: number;
  readonly max?: number;
  readonly default: string | null;
  readonly does: string;
}

export const SETTINGS = [
  {
    name: 'baseUrl',
    env: 'PAYBATCH_BASE_URL',
    flag: null,
    real: true,
    default: null,
    does: "The service's base address",
  },
  {
    name: 'authUrl',
    env: 'PAYBATCH_AUTH_URL',
    flag: null,
    real: true,
    default: null,
    does: "The identity provider's address",
  },
  {
    name: 'clientId',
    env: 'PAYBATCH_CLIENT_ID',
    flag: null,
    real: true,
    default: null,
    does: 'Client id, from the dashboard',
  },
  {
    name: 'apiKey',
    env: 'PAYBATCH_API_KEY',
    flag: null,
    secret: true,
    envOnly: true,
    default: null,
    does: 'API key',
  },
  {
    name: 'apiSecret',
    env: 'PAYBATCH_API_SECRET',
    flag: null,
    secret: true,
    envOnly: true,
    default: null,
    does: 'API secret',
  },
  {
    name: 'apiSecretFile',
    env: 'PAYBATCH_API_SECRET_FILE',
    flag: null,
    real: true,
    default: null,
    does: 'File that holds the API secret',
  },
  {
    ...LEDGER.ledger,
    name: 'ledger',
    env: 'PAYBATCH_LEDGER',
    flag: 'ledger',
    real: true,
    default: '$XDG_STATE_HOME/paybatch/ledger.db',
  },
  {
    name: 'ledgerPassword',
    env: 'PAYBATCH_LEDGER_PASSWORD',
    flag: null,
    secret: true,
    envOnly: true,
    default: null,
    does: 'Password of a ledger on Postgres, if its address has none',
  },
  {
    name: 'ledgerSchema',
    env: 'PAYBATCH_LEDGER_SCHEMA',
    flag: null,
    envOnly: true,
    default: 'paybatch',
    does: 'Schema of a ledger on Postgres',
  },
  {
    name: 'leaseSeconds',
    env: 'PAYBATCH_LEASE_SECONDS',
    flag: null,
    real: true,
    type: 'integer',
    min: 2,
    max: 300,
    default: '8',
    does: 'Seconds of silence after which a host loses its rows, with a ledger on Postgres',
  },
  {
    name: 'host',
    env: 'PAYBATCH_HOST',
    flag: null,
    envOnly: true,
    default: null,
    does: "Name of this host in a ledger on Postgres (without it, the system's)",
  },
  {
    name: 'ledgerId',
    env: null,
    flag: null,
    real: true,
    default: null,
    does: 'The id that the ledger must have',
  },
  {
    name: 'httpsProxy',
    env: 'HTTPS_PROXY',
    flag: null,
    real: true,
    default: null,
    does: 'Proxy for https addresses',
  },
  {
    name: 'noProxy',
    env: 'NO_PROXY',
    flag: null,
    real: true,
    default: null,
    does: 'Hosts that are reached without the proxy',
  },
  { ...PACE.concurrency, name: 'concurrency', env: null, flag: 'concurrency' },
  { ...PACE.rate, name: 'rate', env: null, flag: 'rate', default: null },
  { ...PACE['halt-after'], name: 'haltAfter', env: null, flag: 'halt-after' },
  { ...SENDING['max-in-doubt'], name: 'maxInDoubt', env: null, flag: 'max-in-doubt' },
  {
    name: 'alikeDays',
    env: null,
    flag: null,
    type: 'integer',
    min: 0,
    max: 3650,
    default: '3',
    does: 'Days in which equal content under another reference is a possible duplicate (0: never)',
  },
  {
    name: 'notify',
    env: 'PAYBATCH_NOTIFY',
    flag: 'notify',
    real: true,
    hook: true,
    default: null,
    does: 'Address for a notification at the end of a run',
  },
  {
    name: 'ping',
    env: 'PAYBATCH_PING',
    flag: 'ping',
    real: true,
    hook: true,
    default: null,
    does: "Address of a dead man's switch, called at the start and the end of a run",
  },
  { ...PACE.timeout, name: 'timeout', env: null, flag: 'timeout' },
] as const satisfies readonly Entry[];

export type SettingName = (typeof SETTINGS)[number]['name'];
export type Setting = Entry & { readonly name: SettingName };

/** By its name. */
export const settingOf = (name: SettingName): Setting => SETTINGS.find((one) => one.name === name) as Setting; // each name is from this list

/** The flags that settings are read from; a command has those that concern it. */
export interface SettingFlags {
  readonly config?: string | undefined;
  readonly ledger?: string | undefined;
  readonly concurrency?: number | undefined;
  readonly rate?: number | undefined;
  readonly 'halt-after'?: number | undefined;
  readonly timeout?: number | undefined;
  readonly 'max-in-doubt'?: number | undefined;
  readonly notify?: string | undefined;
  readonly ping?: string | undefined;
}
