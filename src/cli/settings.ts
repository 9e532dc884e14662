// Settings from flag, environment, config file and default, in that order, each with where it came from. Compiled once
// for a command; everything after works on plain values.
import { dirname, resolve } from 'node:path';

import type { ApprovalPolicy } from '../approval/policy.ts';
import { DEFAULT_CHECKS, type HistorySettings, readAccepted } from '../batch/input/history-settings.ts';
import { checkAddress } from '../client/address.ts';
import { type ProxySettings, proxySettings } from '../client/proxy.ts';
import { environmentName } from '../interface/environment.ts';
import { DEFAULT_PROFILE, type Profile } from '../interface/profile.ts';
import { type AddressSettings, isPostgres } from '../ledger/postgres/address.ts';
import { type ConfigFile, readConfig } from './config-file.ts';
import { type Io, SettingError, UsageError } from './io.ts';
import { defaultLedger, type LedgerPlace, ledgerPlace, NO_HOME } from './ledger-place.ts';
import { readNumber } from './read-args.ts';
import {
  CONFIG_NAME,
  type Setting,
  type SettingFlags,
  type SettingName,
  settingOf,
  SETTINGS,
} from './settings-table.ts';
import { fileOfSecret, secretIn, withoutPassword } from './without-password.ts';

/** Set for the command of a rehearsal. */
export const REHEARSAL = 'PAYBATCH_REHEARSAL';

/** Before how to set anything: the job's variables may be missing in this shell. */
export const LOAD_FIRST =
  'If a file holds the environment of your runs, load it first: set -a; . FILE; set +a. ';

export interface Resolved {
  readonly value: string | null;
  readonly source: string;
}

/** A required setting that nothing sets. `what`: the message without how to set it. */
export class MissingSetting extends SettingError {
  readonly what: string;

  constructor(what: string, how: string) {
    super(`${what}. ${how}`, 'settings', 'sandbox');
    this.what = what;
  }
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
    this.#values = new Map(SETTINGS.map((setting) => [setting.name, this.#resolve(setting, flags)]));
    this.profile = { ...DEFAULT_PROFILE, ...this.config?.profile };
  }

  /** The value of a setting: by its flag, else its variable, else the config file, else its default. */
  #resolve({ name, env, flag, real, default: fallback }: Setting, flags: SettingFlags): Resolved {
    const typed = flag === null ? undefined : flags[flag];
    if (flag !== null && typed !== undefined) return { value: String(typed), source: `--${flag}` };
    const set = env === null ? '' : (environmentValue(env, this.#env) ?? '');
    if (env !== null && set !== '') return { value: set, source: env };
    const isForReal = real === true && this.#env[REHEARSAL] === '1';
    const settings: Readonly<Partial<Record<string, string | number>>> = this.config?.settings ?? {};
    const own = isForReal ? undefined : settings[name];
    if (own !== undefined) return { value: String(own), source: this.config?.path ?? '' };
    const value = name === 'ledger' ? this.#defaultLedger : fallback;
    return { value, source: value === null && name !== 'ledger' ? 'not set' : 'default' };
  }

  /** Checks across runs, and the column that they know a payee by. */
  history(accept: readonly string[] = []): HistorySettings {
    const checks = { ...DEFAULT_CHECKS, ...this.config?.checks };
    return { checks, payee: this.config?.payee, accepted: readAccepted(accept) };
  }

  get(name: SettingName): Resolved {
    return this.#values.get(name) ?? { value: null, source: 'not set' };
  }

  /** A setting that the command can't do without. */
  require(name: SettingName): string {
    const { value } = this.get(name);
    if (value !== null) return value;
    const { env, does, envOnly } = settingOf(name);
    const file = SETTINGS.find((one) => one.name === `${name}File`)?.env;
    const orFile = typeof file === 'string' ? ` (or name a file that holds it in ${file})` : '';
    const inFile = envOnly === true ? '' : ` or as "${name}" in ${this.config?.path ?? CONFIG_NAME}`;
    throw new MissingSetting(
      `${env ?? name} is not set: ${does}${orFile}`,
      `${LOAD_FIRST}Set it in the environment${inFile}`,
    );
  }

  /** Who may approve plans, and what needs one. */
  policy(): ApprovalPolicy {
    return this.config?.approval ?? { approvers: [], require: undefined };
  }

  baseUrl(): string {
    return this.#address('baseUrl');
  }

  authUrl(): string {
    return this.#address('authUrl');
  }

  #address(name: 'baseUrl' | 'authUrl'): string {
    const text = this.require(name);
    // What can't be read as an address is repeated in the message: without the password that it may hold.
    return checkAddress(this.#named(name), URL.canParse(text) ? text : withoutPassword(text));
  }

  #named(name: SettingName): string {
    const { source } = this.get(name);
    return source.startsWith('PAYBATCH_') ? source : `${name} (${source})`;
  }

  /** Base address and client id: ledger entries belong to them. */
  environment(): string {
    return environmentName(this.baseUrl(), this.require('clientId'));
  }

  /** Read once: a file that is a pipe has it only once. */
  apiSecret(): string {
    return (this.#secret ??= this.#readSecret());
  }

  #readSecret(): string {
    const { value: file } = this.get('apiSecretFile');
    if (this.get('apiSecret').value !== null || file === null) return this.require('apiSecret');
    return secretIn(resolve(this.#cwd, file), fileOfSecret(file));
  }

  #addressing(): AddressSettings {
    const [password, schema] = [this.get('ledgerPassword').value, this.get('ledgerSchema').value];
    return { password: password ?? undefined, schema: schema ?? undefined, variables: this.#env };
  }

  /** Where this host remembers what it has seen of ledgers. Errors: {@link UsageError} for a user without a home folder. */
  get stateFolder(): string {
    if (this.#defaultLedger !== null) return dirname(this.#defaultLedger);
    const place = this.ledgerPlace();
    if (place.kind === 'file') return dirname(place.path);
    throw new SettingError(NO_HOME, 'ledger_path');
  }

  /** Errors: {@link UsageError}. */
  ledgerPlace(): LedgerPlace {
    if (this.get('ledger').value === null) throw new SettingError(NO_HOME, 'ledger_path');
    return ledgerPlace(this.get('ledger'), this.config, this.#cwd, this.#addressing());
  }

  /** Of a ledger that a flag names, for a command with several: its password is looked for where that of the own one is. */
  placeOf(flag: string, value: string): LedgerPlace {
    const place = ledgerPlace({ value, source: flag }, this.config, this.#cwd, this.#addressing());
    if (
      place.kind === 'file' ||
      place.address.password !== undefined ||
      !isPostgres(this.get('ledger').value ?? '')
    )
      return place;
    const own = this.ledgerPlace();
    const isOwn = own.kind === 'postgres' && own.address.shown === place.address.shown;
    return isOwn
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

  /** Without the check of certificates anybody could answer in the service's name and get the secret. */
  refuseUncheckedTls(): void {
    if (this.#env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
    throw new SettingError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check of certificates off: anybody could answer in the name of the service and get the secret. Unset it; for your own certificate authority set NODE_EXTRA_CA_CERTS',
      'tls',
    );
  }

  /** A setting that always has a number. Errors: {@link UsageError} for one out of its bounds. */
  integer(name: SettingName): number {
    const { source } = this.get(name);
    const text = this.require(name);
    return readNumber(source.startsWith('--') ? source : `${name} (${source}):`, settingOf(name), text);
  }

  /** The same for one that may have no value. */
  positive(name: SettingName): number | undefined {
    return this.get(name).value === null ? undefined : this.integer(name);
  }
}

/** Proxies are also known by lower-case names, which come first as curl has it. */
const environmentValue = (name: string, env: Io['env']): string | undefined =>
  name.endsWith('_PROXY') ? env[name.toLowerCase()] || env[name] : env[name];
