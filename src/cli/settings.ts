// The settings of a command: merged from their sources, validated together, each with its source.
import { dirname, resolve } from 'node:path';

import { type ApprovalPolicy, validatePolicy } from '../approval/policy.ts';
import { type CheckLevels, DEFAULT_CHECKS, type HistorySettings } from '../batch/input/settings.ts';
import { type ProxySettings, proxySettings } from '../client/proxy.ts';
import type { Credentials } from '../client/token.ts';
import type { PaybatchError } from '../errors.ts';
import { environmentName } from '../interface/environment.ts';
import { DEFAULT_PROFILE, type Profile } from '../interface/profile.ts';
import { isPostgres } from '../ledger/postgres/address.ts';
import { attempt, type Io, refuseProblems, refuseUncheckedTls, SettingError, UsageError } from './io.ts';
import { defaultLedger, type LedgerPlace, ledgerPlace } from './ledger-place.ts';
import { secretIn } from './secrets.ts';
import { type Merged, mergeSettings, type ResolvedSetting, type SettingValues } from './settings-sources.ts';
import { type SettingFlags, type SettingName, settingOf, type TextName } from './settings-table.ts';

export class Settings {
  readonly values: SettingValues;
  readonly profile: Profile;
  /** The name of the config file, if there is one. */
  readonly file: string | undefined;
  /** Errors of settings that can't be used, by the setting's path. Such a setting has no value. */
  readonly wrong: ReadonlyMap<string, PaybatchError>;
  readonly #resolved: Merged['resolved'];
  readonly #io: Pick<Io, 'cwd' | 'env'>;
  #secret: string | undefined;

  /**
   * `lenient`: wrong settings are left out, for a command that continues with the others. Errors: {@link SettingError}
   * that lists all wrong settings.
   */
  constructor(flags: SettingFlags, io: Io, { lenient = false } = {}) {
    const { values, resolved, wrong, file } = mergeSettings(flags, io);
    this.values = values;
    this.profile = { ...DEFAULT_PROFILE, ...(values.profile as Partial<Profile>) }; // JSON has no undefined
    this.file = file;
    this.#resolved = resolved;
    this.#io = io;
    this.wrong = wrong;
    const checks = { ledger: () => values.ledger && this.ledgerPlace(), httpsProxy: () => this.proxy() };
    for (const [name, check] of Object.entries<() => unknown>(checks)) {
      const { problem } = attempt(check);
      if (problem) wrong.set(name, problem);
    }
    if (!lenient) refuseProblems('settings are wrong', [...wrong.values()]);
  }

  /** A setting as it was written, with its source; else its default. */
  resolve(name: SettingName): ResolvedSetting {
    return this.#resolved.get(name) ?? { value: undefined, source: 'not set' };
  }

  #find(name: TextName): string | undefined {
    const wrong = this.wrong.get(name);
    if (wrong) throw wrong;
    return this.values[name];
  }

  /** A setting that the command can't do without. */
  require(name: TextName): string {
    const value = this.#find(name);
    if (value !== undefined) return value;
    const { env, does } = settingOf(name);
    const orFile = name === 'apiSecret' ? ' (or name a file that holds it in PAYBATCH_API_SECRET_FILE)' : '';
    throw new SettingError(`${env ?? name} is not set: ${does}${orFile}`, 'settings', 'missing');
  }

  /** The history checks, and the column of payees. */
  history(accepted: ReadonlySet<string>): HistorySettings {
    const { checks, payee } = this.values;
    // JSON has no undefined
    return {
      checks: { ...DEFAULT_CHECKS, ...(checks as Partial<CheckLevels>) },
      payee,
      accepted,
    };
  }

  /** Who may approve plans, and which payments need a plan. */
  policy(): ApprovalPolicy {
    const { approvers = [], requireApproval: required = false } = this.values;
    return { approvers, require: typeof required === 'object' ? required : required ? {} : undefined };
  }

  /** Base address and client id: ledger entries belong to them. */
  environment(): string {
    return environmentName(this.require('baseUrl'), this.require('clientId'));
  }

  /** For the token request. */
  credentials(): Credentials {
    const apiSecret = this.apiSecret();
    return { clientId: this.require('clientId'), apiKey: this.require('apiKey'), apiSecret };
  }

  /** Read once: a file that is a pipe has it only once. */
  apiSecret(): string {
    const { apiSecret, apiSecretFile: file } = this.values;
    if (apiSecret !== undefined || file === undefined) return this.require('apiSecret');
    const { place, base = this.#io.cwd } = this.#origin('apiSecretFile');
    return (this.#secret ??= secretIn(place, file, base, 'settings').trim());
  }

  /** The absolute path of the file that holds the API secret. */
  get secretFile(): string | undefined {
    const { apiSecretFile: file } = this.values;
    const { base = this.#io.cwd } = this.#origin('apiSecretFile');
    return file === undefined ? undefined : resolve(base, file);
  }

  /** Where a path was written, for messages. `base`: the config file's folder, where its relative paths begin. */
  #origin(name: 'ledger' | 'apiSecretFile'): { readonly place: string; readonly base?: string } {
    const { source } = this.resolve(name);
    if (source !== this.file) return { place: source };
    return { place: `${source}: "${name}"`, base: resolve(this.#io.cwd, dirname(source)) };
  }

  /** The folder of this host's high-water marks. Errors: {@link UsageError} for a user without a home folder. */
  get stateFolder(): string {
    return dirname(defaultLedger(this.#io) ?? this.ledgerPath());
  }

  /** Errors: {@link SettingError}, LedgerError. */
  ledgerPlace(): LedgerPlace {
    const { place, base } = this.#origin('ledger');
    return this.#placeOf(place, this.#find('ledger'), base);
  }

  #placeOf(place: string, text: string | undefined, base?: string): LedgerPlace {
    const { ledgerPassword: password, ledgerSchema: schema } = this.values;
    return ledgerPlace(
      { place, text, base, cwd: this.#io.cwd },
      { password, schema, variables: this.#io.env },
    );
  }

  /**
   * The place of a second ledger, which a flag names. At the same address, it has the password of the configured one.
   */
  placeOf(flag: string, value: string): LedgerPlace {
    const place = this.#placeOf(flag, value);
    if (place.kind === 'file' || place.address.password !== undefined) return place;
    const own = isPostgres(this.values.ledger ?? '') ? this.ledgerPlace() : undefined;
    return own?.kind === 'postgres' && own.address.shown === place.address.shown
      ? { kind: 'postgres', address: { ...place.address, password: own.address.password } }
      : place;
  }

  /** For a command that needs a ledger in a file. Errors: {@link UsageError} for a ledger on Postgres. */
  ledgerPath(): string {
    const place = this.ledgerPlace();
    if (place.kind === 'file') return place.path;
    throw new UsageError(
      `the ledger ${place.address.shown} is kept by Postgres; this command needs a ledger in a file`,
      'settings',
    );
  }

  /** Errors: CallError. */
  proxy(): ProxySettings | undefined {
    const { httpsProxy, noProxy } = this.values;
    return proxySettings({ HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy });
  }

  /** Everything that is wrong and, for a command that calls the service, missing. */
  problems(use: 'service' | 'config'): PaybatchError[] {
    const ofService = [
      () => this.require('baseUrl'),
      () => this.require('authUrl'),
      () => this.require('clientId'),
      () => this.require('apiKey'),
      () => this.apiSecret(),
      () => this.ledgerPlace(),
    ];
    const checks = [
      () => refuseUncheckedTls(this.#io),
      ...(use === 'service' ? ofService : []),
      () => validatePolicy(this.policy()),
    ];
    const problems = checks.flatMap((check: () => unknown) => attempt(check).problem ?? []);
    return [...new Set([...this.wrong.values(), ...problems])];
  }
}
