// The settings judged together, once: whatever is missing or wrong is named in one message, not in five tries.
import { judgePolicy } from '../approval/policy.ts';
import { PaybatchError } from '../errors.ts';
import { plainPath } from '../files/plain.ts';
import { CONFIG_NAME, LOAD_FIRST } from './config-name.ts';
import { SettingError } from './io.ts';
import { wrongTogether } from './read-args.ts';
import { BOUNDS, MissingSetting, type Settings } from './settings.ts';
import { hookAddress, hookPlace } from './watch/hook-address.ts';

/** Every setting that a command which calls the service reads. */
function readers(settings: Settings): (() => unknown)[] {
  const bounded = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]; // the keys of the object itself
  return [
    () => settings.baseUrl(),
    () => settings.authUrl(),
    () => settings.refuseUncheckedTls(),
    () => settings.require('clientId'),
    () => settings.require('apiKey'),
    () => settings.apiSecret(),
    () => settings.ledgerPlace(),
    () => settings.proxy(),
    () => settings.positive('rate'),
    () => settings.positive('timeout'),
    () => hook(settings, 'notify'),
    () => hook(settings, 'ping'),
    () => judgePolicy(settings.policy()),
    ...bounded.map((name) => () => settings.integer(name)),
  ];
}

/** Where one is set. */
function hook(settings: Settings, name: 'notify' | 'ping'): void {
  const { value, source } = settings.get(name);
  if (value !== null && value !== '') hookAddress(hookPlace(name, source), value);
}

/** Each missing or wrong setting as its own error. */
export const refusals = (settings: Settings): PaybatchError[] => refusalsOf(readers(settings));

/** Those whose own words are wrong: how addresses of webhooks and approvals are written, without a look at any file. */
export const wrongWords = (settings: Settings): PaybatchError[] =>
  refusalsOf([
    () => hook(settings, 'notify'),
    () => hook(settings, 'ping'),
    () => judgePolicy(settings.policy()),
  ]);

function refusalsOf(all: readonly (() => unknown)[]): PaybatchError[] {
  return all.flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      if (error instanceof PaybatchError) return [error];
      throw error;
    }
  });
}

export const textOf = (error: PaybatchError): string =>
  error instanceof MissingSetting ? error.what : error.message;

/** Everything that is missing or wrong, a sentence each; empty when all is well. */
export const settingProblems = (settings: Settings): string[] => refusals(settings).map(textOf);

/** Behind a list of them. */
export const howToSet = (found: readonly PaybatchError[], configName: string): string =>
  found.some((error) => error instanceof MissingSetting)
    ? `\n${LOAD_FIRST}Set them in the environment or in ${plainPath(configName)} (API key and secret in the environment only)`
    : '';

/** Of several: what is missing could be avoided with --sandbox. */
export const hintOf = (found: readonly PaybatchError[]): 'sandbox' | undefined =>
  found.some((error) => error instanceof MissingSetting) ? 'sandbox' : undefined;

/** Whether there is all that a token is asked for with, whatever else is wrong. */
export const canAskForToken = (settings: Settings): boolean =>
  refusalsOf([
    () => settings.require('clientId'),
    () => settings.require('apiKey'),
    () => settings.apiSecret(),
    () => settings.proxy(),
  ]).length === 0;

/** Errors: the only problem's own, or a {@link SettingError} that lists them. */
export function judgeSettings(settings: Settings): void {
  const found = refusals(settings);
  const [first, second] = found;
  if (!first) return;
  if (!second) throw first;
  throw new SettingError(
    wrongTogether(found.map(textOf)) + howToSet(found, settings.config?.path ?? CONFIG_NAME),
    'settings',
    hintOf(found),
  );
}
