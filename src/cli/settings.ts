// Settings from flag, environment, config file and default, in that order, each with where it came from.
import { dirname } from 'node:path';

import type { ApprovalPolicy } from '../approval/policy.ts';
import {
  type CheckLevels,
  DEFAULT_CHECKS,
  type HistorySettings,
  readAccepted,
} from '../batch/input/settings.ts';
import { checkAddress } from '../client/address.ts';
import { type ProxySettings, proxySettings } from '../client/proxy.ts';
import { environmentName } from '../interface/environment.ts';
import { DEFAULT_PROFILE, type Profile } from '../interface/profile.ts';
import { isPostgres } from '../ledger/postgres/address.ts';
import { type ConfigFile, readConfig } from './config-file.ts';
import { readNumber } from './flag.ts';
import { type Io, SettingError, UsageError } from './io.ts';
import { defaultLedger, type LedgerPlace, ledgerPlace } from './ledger-place.ts';
import { secretIn, withoutPassword } from './secrets.ts';
import { SETTING_NAMES, type SettingFlags, type SettingName, settingOf } from './settings-table.ts';

/** Set for the command of a rehearsal. */
export const REHEARSAL = 'PAYBATCH_REHEARSAL';

export interface Resolved {
  readonly value: string | null;
  readonly source: string;
}

export class Settings {
  readonly #values: ReadonlyMap<SettingName, Resolved>;
  readonly config: ConfigFile | null;
  readonly profile: Profile;
  readonly #defaultLedger: string | null;
  readonly #cwd: string;
  readonly #env: Io['env'];
  #secret: string | undefined;

  /** `config`: `null` leaves the file out, for a command that shows whatever else is set. */
  constructor(flags: SettingFlags, io: Io, config = readConfig(io.cwd, flags.config)) {
    this.#defaultLedger = defaultLedger(io);
    this.#cwd = io.cwd;
    this.#env = io.env;
    this.config = config;
    this.#values = new Map(SETTING_NAMES.map((name) => [name, this.#resolve(name, flags)]));
    this.profile = { ...DEFAULT_PROFILE, ...(this.config?.profile as Partial<Profile>) }; // JSON has no undefined
  }

  /** The value of a setting: by its flag, else its variable, else the config file, else its default. */
  #resolve(name: SettingName, flags: SettingFlags): Resolved {
    const { env, flag, range, default: fallback } = settingOf(name);
    const typed = flag && flags[flag];
    if (typed !== undefined) return { value: String(typed), source: `--${flag ?? ''}` };
    const set = env === undefined ? '' : (environmentValue(env, this.#env) ?? '');
    if (env !== undefined && set !== '') return { value: set, source: env };
    // The addresses and names of the config file are those of the real service: a rehearsal has others.
    const isOthers = range === undefined && this.#env[REHEARSAL] === '1';
    const own = isOthers ? undefined : this.config?.[name];
    if (own !== undefined) return { value: String(own), source: this.config?.path ?? '' };
    if (name === 'ledger') return { value: this.#defaultLedger, source: 'default' };
    return fallback === undefined
      ? { value: null, source: 'not set' }
      : { value: fallback, source: 'default' };
  }

  get(name: SettingName): Resolved {
    return this.#values.get(name) ?? { value: null, source: 'not set' };
  }

  /** A setting that the command can't do without. */
  require(name: SettingName): string {
    const { value } = this.get(name);
    if (value !== null) return value;
    const { env, does } = settingOf(name);
    const orFile = name === 'apiSecret' ? ' (or name a file that holds it in PAYBATCH_API_SECRET_FILE)' : '';
    throw new SettingError(`${env ?? name} is not set: ${does}${orFile}`, 'settings', 'missing');
  }

  /** A setting that always has a number. Errors: {@link UsageError} for one out of its bounds. */
  integer(name: SettingName): number {
    const { source } = this.get(name);
    const place = source.startsWith('--') ? source : `${name} (${source}):`;
    return readNumber(place, settingOf(name).range ?? 'positive', this.require(name));
  }

  /** The same for one that may have no value. */
  positive(name: SettingName): number | undefined {
    return this.get(name).value === null ? undefined : this.integer(name);
  }

  /** Checks across runs, and the column that they know a payee by. */
  history(accept: readonly string[] = []): HistorySettings {
    const own = this.config?.checks as Partial<CheckLevels>; // JSON has no undefined
    return {
      checks: { ...DEFAULT_CHECKS, ...own },
      payee: this.config?.payee,
      accepted: readAccepted(accept),
    };
  }

  /** Who may approve plans, and what needs one. */
  policy(): ApprovalPolicy {
    const { approvers = [], requireApproval: required = false } = this.config ?? {};
    return { approvers, require: typeof required === 'object' ? required : required ? {} : undefined };
  }

  baseUrl(): string {
    return this.#address('baseUrl');
  }

  authUrl(): string {
    return this.#address('authUrl');
  }

  #address(name: 'baseUrl' | 'authUrl'): string {
    const text = this.require(name);
    const { source } = this.get(name);
    const place = source.startsWith('PAYBATCH_') ? source : `${name} (${source})`;
    // What can't be read as an address is repeated in the message: without the password that it may hold.
    return checkAddress(place, URL.canParse(text) ? text : withoutPassword(text));
  }

  /** Base address and client id: ledger entries belong to them. */
  environment(): string {
    return environmentName(this.baseUrl(), this.require('clientId'));
  }

  /** Read once: a file that is a pipe has it only once. */
  apiSecret(): string {
    const { value: file } = this.get('apiSecretFile');
    if (this.get('apiSecret').value !== null || file === null) return this.require('apiSecret');
    return (this.#secret ??= secretIn('PAYBATCH_API_SECRET_FILE', file, this.#cwd, 'settings').trim());
  }

  /**
   * Where this host remembers what it has seen of ledgers. Errors: {@link UsageError} for a user without a home folder.
   */
  get stateFolder(): string {
    if (this.#defaultLedger !== null) return dirname(this.#defaultLedger);
    return dirname(this.ledgerPath());
  }

  /** Errors: {@link UsageError}. */
  ledgerPlace(): LedgerPlace {
    return this.#placeOf(this.get('ledger'));
  }

  #placeOf(found: Resolved): LedgerPlace {
    const [password, schema] = [this.get('ledgerPassword').value, this.get('ledgerSchema').value];
    const addressing = { password: password ?? undefined, schema: schema ?? undefined, variables: this.#env };
    return ledgerPlace(found, this.config, this.#cwd, addressing);
  }

  /**
   * Of a ledger that a flag names, for a command with several: its password is looked for where that of the own one is.
   */
  placeOf(flag: string, value: string): LedgerPlace {
    const place = this.#placeOf({ value, source: flag });
    if (place.kind === 'file' || place.address.password !== undefined) return place;
    const own = isPostgres(this.get('ledger').value ?? '') ? this.ledgerPlace() : undefined;
    return own?.kind === 'postgres' && own.address.shown === place.address.shown
      ? { kind: 'postgres', address: { ...place.address, password: own.address.password } }
      : place;
  }

  /** For people: its path, or its address without a password. */
  ledgerName(): string {
    const place = this.ledgerPlace();
    return place.kind === 'file' ? place.path : place.address.shown;
  }

  /** Of a command that works on a ledger's file alone. Errors: {@link UsageError} where there is none. */
  ledgerPath(): string {
    const place = this.ledgerPlace();
    if (place.kind === 'file') return place.path;
    throw new UsageError(
      `the ledger ${place.address.shown} is kept by Postgres; this command needs a ledger in a file`,
      'settings',
    );
  }

  /** The proxy that the environment or the config file names. */
  proxy(): ProxySettings | undefined {
    const [proxy, except] = [this.get('httpsProxy').value, this.get('noProxy').value];
    return proxySettings({ HTTPS_PROXY: proxy ?? '', NO_PROXY: except ?? '' });
  }

  /** Certificates that nobody checks would hand the secret to whoever answers. */
  refuseUncheckedTls(): void {
    if (this.#env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
    throw new SettingError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check of certificates off: anybody could answer in the name of the service and get the secret. Unset it; for your own certificate authority set NODE_EXTRA_CA_CERTS',
      'tls',
    );
  }
}

/** Proxies are also known by lower-case names, which come first as curl has it. */
const environmentValue = (name: string, env: Io['env']): string | undefined =>
  name.endsWith('_PROXY') ? env[name.toLowerCase()] || env[name] : env[name];
