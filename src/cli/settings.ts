// Settings from flag, environment, config file and default, in that order, each with where it came from. Compiled once
// for a command; everything after works on plain values.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

import { checkAddress } from '../client/address.ts';
import { DEFAULT_PROFILE, type Profile } from '../interface/profile.ts';
import { type ConfigFile, readConfig } from './config-file.ts';
import { PACE } from './flags.ts';
import { type Io, UsageError } from './io.ts';

export interface Setting {
  readonly name: SettingName;
  readonly env: string | null;
  readonly flag: Exclude<keyof SettingFlags, 'config'> | null;
  readonly secret?: true;
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
    does: 'the ledger file',
  },
  { name: 'concurrency', env: null, flag: 'concurrency', default: '8', does: 'rows at work at a time' },
  { name: 'rate', env: null, flag: 'rate', default: null, does: 'requests a second at the most' },
  {
    name: 'haltAfter',
    env: null,
    flag: 'halt-after',
    default: '5',
    does: 'systemic failures in a row that stop a run',
  },
  { name: 'timeout', env: null, flag: 'timeout', default: '30', does: 'seconds to wait for one answer' },
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
}

export interface Resolved {
  readonly value: string | null;
  readonly source: string;
}

export class Settings {
  readonly #values: ReadonlyMap<SettingName, Resolved>;
  readonly config: ConfigFile | null;
  readonly profile: Profile;
  readonly #cwd: string;

  constructor(flags: SettingFlags, io: Io) {
    this.#cwd = io.cwd;
    this.config = readConfig(io.cwd, flags.config);
    const settings = (this.config?.settings ?? {}) as Record<string, unknown>; // checked by its schema
    this.#values = new Map(
      SETTINGS.map((setting): [SettingName, Resolved] => {
        const flag = setting.flag === null ? undefined : flags[setting.flag];
        if (flag !== undefined)
          return [setting.name, { value: String(flag), source: `--${setting.flag ?? ''}` }];
        const env = setting.env === null ? undefined : io.env[setting.env];
        if (env !== undefined && env !== '') return [setting.name, { value: env, source: setting.env ?? '' }];
        const own = settings[setting.name];
        if (own !== undefined) return [setting.name, { value: String(own), source: this.config?.path ?? '' }];
        if (setting.name === 'ledger') return [setting.name, { value: defaultLedger(io), source: 'default' }];
        return [
          setting.name,
          { value: setting.default, source: setting.default === null ? 'not set' : 'default' },
        ];
      }),
    );
    this.profile = { ...DEFAULT_PROFILE, ...this.config?.profile };
  }

  get(name: SettingName): Resolved {
    return this.#values.get(name) ?? { value: null, source: 'not set' };
  }

  /** A setting that the command can't do without. */
  require(name: SettingName): string {
    const { value } = this.get(name);
    if (value !== null) return value;
    const setting = SETTINGS.find((entry) => entry.name === name);
    const env = setting?.env ?? null;
    throw new UsageError(
      `${env ?? name} is not set: ${setting?.does ?? name}. Set it in the environment${name === 'apiKey' || name === 'apiSecret' ? '' : ` or as "${name}" in paybatch.config.json`}, or try --sandbox. Nothing was sent`,
      'settings',
    );
  }

  baseUrl(): string {
    return checkAddress(this.#named('baseUrl'), this.require('baseUrl'));
  }

  authUrl(): string {
    return checkAddress(this.#named('authUrl'), this.require('authUrl'));
  }

  #named(name: SettingName): string {
    const { source } = this.get(name);
    return source.startsWith('PAYBATCH_') ? source : `${name} (${source})`;
  }

  /** Base address and client id: whose payouts the ledger speaks of. */
  environment(): string {
    return `${this.baseUrl()} ${this.require('clientId')}`;
  }

  apiSecret(): string {
    const { value: file } = this.get('apiSecretFile');
    if (this.get('apiSecret').value !== null || file === null) return this.require('apiSecret');
    try {
      const secret = readFileSync(resolve(this.#cwd, file), 'utf8').trim();
      if (secret !== '') return secret;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unreadable'; // Node's error
      throw new UsageError(
        `PAYBATCH_API_SECRET_FILE: ${file} can't be read (${code}). Nothing was sent`,
        'settings',
      );
    }
    throw new UsageError(`PAYBATCH_API_SECRET_FILE: ${file} is empty. Nothing was sent`, 'settings');
  }

  ledgerPath(): string {
    const path = this.require('ledger');
    if (/^postgres(ql)?:/.test(path)) {
      throw new UsageError(
        'this version keeps its ledger in a file: postgres:// addresses are not supported yet. Nothing was sent',
        'settings',
      );
    }
    return isAbsolute(path) ? path : resolve(this.#cwd, path);
  }

  integer(name: 'concurrency' | 'haltAfter'): number {
    const { min, max } = name === 'concurrency' ? PACE.concurrency : PACE['halt-after'];
    const text = this.require(name);
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max) {
      throw new UsageError(
        `${name}: "${text}" is no whole number from ${min} to ${max} (from ${this.get(name).source})`,
      );
    }
    return number;
  }

  /** A positive number, or `undefined` where the setting has no value. */
  positive(name: SettingName): number | undefined {
    const { value, source } = this.get(name);
    if (value === null) return undefined;
    if (!/^\d+(\.\d+)?$/.test(value) || Number(value) <= 0) {
      throw new UsageError(`${name}: "${value}" is no positive number (from ${source})`);
    }
    return Number(value);
  }
}

function defaultLedger(io: Io): string {
  const xdg = io.env['XDG_STATE_HOME'];
  const base =
    xdg !== undefined && isAbsolute(xdg) ? xdg : join(io.env['HOME'] ?? homedir(), '.local', 'state');
  return join(base, 'paybatch', 'ledger.db');
}
