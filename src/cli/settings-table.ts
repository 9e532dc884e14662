// Every setting: where it comes from, its default, what it is. Data: `config`, the README and settings.ts read it.

export interface Setting {
  readonly name: SettingName;
  readonly env: string | null;
  readonly flag: Exclude<keyof SettingFlags, 'config'> | null;
  readonly secret?: true;
  /** An address that is a secret but for its host. */
  readonly hook?: true;
  readonly default: string | null;
  readonly does: string;
}

export const SETTINGS = [
  {
    name: 'baseUrl',
    env: 'PAYBATCH_BASE_URL',
    flag: null,
    default: null,
    does: "the service's base address",
  },
  {
    name: 'authUrl',
    env: 'PAYBATCH_AUTH_URL',
    flag: null,
    default: null,
    does: "the identity provider's address",
  },
  {
    name: 'clientId',
    env: 'PAYBATCH_CLIENT_ID',
    flag: null,
    default: null,
    does: 'client id, from the dashboard',
  },
  { name: 'apiKey', env: 'PAYBATCH_API_KEY', flag: null, default: null, secret: true, does: 'API key' },
  {
    name: 'apiSecret',
    env: 'PAYBATCH_API_SECRET',
    flag: null,
    default: null,
    secret: true,
    does: 'API secret',
  },
  {
    name: 'apiSecretFile',
    env: 'PAYBATCH_API_SECRET_FILE',
    flag: null,
    default: null,
    does: 'file that holds the API secret',
  },
  {
    name: 'ledger',
    env: 'PAYBATCH_LEDGER',
    flag: 'ledger',
    default: '$XDG_STATE_HOME/paybatch/ledger.db',
    does: 'the ledger: an absolute path (in a config file also relative to that file), or a postgres:// address',
  },
  {
    name: 'ledgerPassword',
    env: 'PAYBATCH_LEDGER_PASSWORD',
    flag: null,
    default: null,
    secret: true,
    does: 'password of a ledger on Postgres, if its address has none',
  },
  {
    name: 'ledgerSchema',
    env: 'PAYBATCH_LEDGER_SCHEMA',
    flag: null,
    default: 'paybatch',
    does: 'schema of a ledger on Postgres',
  },
  {
    name: 'leaseSeconds',
    env: 'PAYBATCH_LEASE_SECONDS',
    flag: null,
    default: '8',
    does: 'seconds of silence after which a host loses its rows, with a ledger on Postgres',
  },
  {
    name: 'host',
    env: 'PAYBATCH_HOST',
    flag: null,
    default: null,
    does: "name of this host in a ledger on Postgres (without it, the system's)",
  },
  { name: 'ledgerId', env: null, flag: null, default: null, does: 'the id that the ledger must have' },
  {
    name: 'httpsProxy',
    env: 'HTTPS_PROXY',
    flag: null,
    default: null,
    does: 'proxy for https addresses',
  },
  {
    name: 'noProxy',
    env: 'NO_PROXY',
    flag: null,
    default: null,
    does: 'hosts that are reached without the proxy',
  },
  { name: 'concurrency', env: null, flag: 'concurrency', default: '8', does: 'rows in progress at once' },
  { name: 'rate', env: null, flag: 'rate', default: null, does: 'at most this many requests a second' },
  {
    name: 'haltAfter',
    env: null,
    flag: 'halt-after',
    default: '5',
    does: 'systemic failures in a row that stop a run',
  },
  {
    name: 'maxInDoubt',
    env: null,
    flag: 'max-in-doubt',
    default: '10',
    does: 'rows in doubt that stop a run',
  },
  {
    name: 'alikeDays',
    env: null,
    flag: null,
    default: '3',
    does: 'days in which equal content under another reference is a possible duplicate (0: never)',
  },
  {
    name: 'notify',
    env: 'PAYBATCH_NOTIFY',
    flag: 'notify',
    default: null,
    hook: true,
    does: 'address for a notification at the end of a run',
  },
  {
    name: 'ping',
    env: 'PAYBATCH_PING',
    flag: 'ping',
    default: null,
    hook: true,
    does: "address of a dead man's switch, called at the start and the end of a run",
  },
  { name: 'timeout', env: null, flag: 'timeout', default: '30', does: 'seconds to wait for one response' },
] as const satisfies readonly (Omit<Setting, 'name'> & { name: string })[];
export type SettingName = (typeof SETTINGS)[number]['name'];

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
