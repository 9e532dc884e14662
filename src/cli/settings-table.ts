// Every setting once: its sources, its meaning and its values. Settings, the schema of the config file, `config` and
// the manual are made from this table.
import * as z from 'zod';

import { CallError, checkAddress } from '../client/address.ts';
import { meantText, suggest } from '../csv/suggest.ts';
import { isLoopback } from '../interface/environment.ts';
import { say } from '../words/say.ts';
import type { Range } from './flag.ts';
import { LEDGER, PACE, SENDING } from './flags.ts';

type SettingFlag =
  'ledger' | 'concurrency' | 'rate' | 'halt-after' | 'timeout' | 'max-in-doubt' | 'notify' | 'ping';

/** The flags that settings are read from; a command has some of them. */
export interface SettingFlags extends Readonly<Partial<Record<SettingFlag, string | number | undefined>>> {
  readonly config?: string | undefined;
}

export interface Setting {
  readonly does: string;
  readonly type: z.ZodType<string | number | undefined>;
  readonly env?: string;
  readonly flag?: SettingFlag;
  readonly secret?: true;
  /** An address of which only the host may be shown. */
  readonly hook?: true;
  /** Not a key of the config file. */
  readonly envOnly?: true;
  /** Of a number. */
  readonly range?: Range;
  readonly default?: string;
}

const text = z.string().optional();

const address = z
  .string()
  .transform((typed, { issues }) => {
    try {
      return checkAddress('', typed);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      issues.push({ code: 'custom', input: typed, message: say(error.problem) });
      return z.NEVER;
    }
  })
  .optional();

const hook = z
  .string()
  .refine((typed) => {
    const url = URL.canParse(typed) ? new URL(typed) : undefined;
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  }, 'expected an https address (loopback may be http)')
  .optional();

/** The default is a text, for the help. */
const number = <F extends Pick<Setting, 'range' | 'default'>>(
  form: F,
): F & { readonly type: z.ZodType<number> } => {
  const { range = 'positive', default: fallback } = form;
  const type = range === 'positive' ? z.number().positive() : z.int().min(range.min).max(range.max);
  return { ...form, type: type.default(Number(fallback)) };
};

export const SETTINGS = {
  baseUrl: { type: address, env: 'PAYBATCH_BASE_URL', does: "The service's base address" },
  authUrl: { type: address, env: 'PAYBATCH_AUTH_URL', does: "The identity provider's address" },
  clientId: { type: text, env: 'PAYBATCH_CLIENT_ID', does: 'Client id, from the dashboard' },
  apiKey: { type: text, env: 'PAYBATCH_API_KEY', secret: true, envOnly: true, does: 'API key' },
  apiSecret: { type: text, env: 'PAYBATCH_API_SECRET', secret: true, envOnly: true, does: 'API secret' },
  apiSecretFile: { type: text, env: 'PAYBATCH_API_SECRET_FILE', does: 'File that holds the API secret' },
  ledger: {
    type: text,
    env: 'PAYBATCH_LEDGER',
    flag: 'ledger',
    default: '$XDG_STATE_HOME/paybatch/ledger.db',
    does: LEDGER.ledger.does,
  },
  ledgerPassword: {
    type: text,
    env: 'PAYBATCH_LEDGER_PASSWORD',
    secret: true,
    envOnly: true,
    does: 'Password of a ledger on Postgres, if its address has none',
  },
  ledgerSchema: {
    type: text.default('paybatch'),
    env: 'PAYBATCH_LEDGER_SCHEMA',
    envOnly: true,
    default: 'paybatch',
    does: 'Schema of a ledger on Postgres',
  },
  leaseSeconds: {
    env: 'PAYBATCH_LEASE_SECONDS',
    ...number({ range: { min: 2, max: 300 }, default: '8' }),
    does: 'Seconds without a report from a host, after which other hosts take its queued rows (Postgres only)',
  },
  host: {
    type: text,
    env: 'PAYBATCH_HOST',
    envOnly: true,
    does: "Name of this host in a ledger on Postgres (default: the system's host name)",
  },
  ledgerId: { type: text, does: 'The id that the ledger must have' },
  httpsProxy: { type: text, env: 'HTTPS_PROXY', does: 'Proxy for https addresses' },
  noProxy: { type: text, env: 'NO_PROXY', does: 'Hosts that are reached without the proxy' },
  concurrency: { ...number(PACE.concurrency), flag: 'concurrency' },
  rate: { type: z.number().positive().optional(), range: 'positive', does: PACE.rate.does, flag: 'rate' },
  haltAfter: { ...number(PACE['halt-after']), flag: 'halt-after' },
  maxInDoubt: { ...number(SENDING['max-in-doubt']), flag: 'max-in-doubt' },
  alikeDays: {
    ...number({ range: { min: 0, max: 3650 }, default: '3' }),
    does: 'Days during which a row that differs from a payment only by its reference is a possible duplicate (0: never)',
  },
  notify: {
    type: hook,
    env: 'PAYBATCH_NOTIFY',
    flag: 'notify',
    hook: true,
    does: 'Address for a notification at the end of a run',
  },
  ping: {
    type: hook,
    env: 'PAYBATCH_PING',
    flag: 'ping',
    hook: true,
    does: 'Address of a monitor that notices a missing run, called at the start and the end of a run',
  },
  timeout: { ...number(PACE.timeout), flag: 'timeout' },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]; // its own keys
export const settingOf = (name: SettingName): Setting => SETTINGS[name];
export type PlainValues = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['type']> };
export type TextName = {
  [Name in SettingName]: PlainValues[Name] extends string | undefined ? Name : never;
}[SettingName];

/** Variables that are not settings: of keys, of rehearsals, and of the project's own tests. */
const OTHER = /^PAYBATCH_(?:KEY_PASSPHRASE|KEY_PASSPHRASE_FILE|REHEARSAL|SEED|TEST_.*)$/;

/**
 * A warning for each PAYBATCH_ variable that paybatch does not read, because its name may be mistyped. It is not an
 * error: the variable may belong to a script of the company.
 */
export function unreadVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const read = SETTING_NAMES.map((name) => settingOf(name).env ?? '');
  const isUnread = (name: string): boolean =>
    /^PAYBATCH_/i.test(name) && !OTHER.test(name) && !read.includes(name);
  // All names have the prefix, so they are compared without it.
  const own = (name: string): string => name.slice('PAYBATCH_'.length).toUpperCase();
  const names = Object.keys(env).filter((name) => env[name] && isUnread(name));
  return names.sort().map((name) => {
    const near = read.find((one) => own(one) === suggest(own(name), read.map(own)));
    return `${name} is set, but paybatch reads no such variable${meantText(near)}`;
  });
}
