// Whether the settings are complete and valid: every problem is named in one message.
import { judgePolicy } from '../approval/policy.ts';
import { PaybatchError } from '../errors.ts';
import { plainPath } from '../files/plain.ts';
import { listed, SettingError } from './io.ts';
import { LOAD_FIRST, MissingSetting, type Settings } from './settings.ts';
import { CONFIG_NAME, type Setting, SETTINGS } from './settings-table.ts';
import { hookAddress, hookPlace } from './watch/webhooks.ts';

type Check = (settings: Settings) => unknown;

const hook =
  (name: 'notify' | 'ping'): Check =>
  (settings) => {
    const { value, source } = settings.get(name);
    if (value !== null && value !== '') hookAddress(hookPlace(name, source), value);
  };

const HOOKS_AND_POLICY: readonly Check[] = [
  hook('notify'),
  hook('ping'),
  (settings) => judgePolicy(settings.policy()),
];

const CREDENTIALS: readonly Check[] = [
  (settings) => settings.require('clientId'),
  (settings) => settings.require('apiKey'),
  (settings) => settings.apiSecret(),
];

/** Of every command that calls the service. */
const ALL: readonly Check[] = [
  (settings) => settings.baseUrl(),
  (settings) => settings.authUrl(),
  (settings) => settings.refuseUncheckedTls(),
  ...CREDENTIALS,
  (settings) => settings.ledgerPlace(),
  (settings) => settings.proxy(),
  ...HOOKS_AND_POLICY,
  ...SETTINGS.filter(({ type }: Setting) => type === 'integer' || type === 'number').map(
    ({ name }): Check =>
      (settings) =>
        settings.positive(name),
  ),
];

function problemsOf(settings: Settings, checks: readonly Check[]): PaybatchError[] {
  return checks.flatMap((check) => {
    try {
      check(settings);
      return [];
    } catch (error) {
      if (error instanceof PaybatchError) return [error];
      throw error;
    }
  });
}

const textOf = (error: PaybatchError): string =>
  error instanceof MissingSetting ? error.what : error.message;

/** Everything that is missing or wrong, a sentence each; empty when all is well. */
export const settingProblems = (settings: Settings): string[] => problemsOf(settings, ALL).map(textOf);

/** The same for what `config` checks: addresses of webhooks and approvals. */
export const wrongSettings = (settings: Settings): string[] =>
  problemsOf(settings, HOOKS_AND_POLICY).map(textOf);

/** Whether there is all that a token request needs, whatever else is wrong. */
export const canAskForToken = (settings: Settings): boolean =>
  problemsOf(settings, [...CREDENTIALS, (own) => own.proxy()]).length === 0;

/** Errors: the only problem's own, or a {@link SettingError} that lists them. */
export function checkSettings(settings: Settings): void {
  const problems = problemsOf(settings, ALL);
  const [first, second] = problems;
  if (!first) return;
  if (!second) throw first;
  const isMissing = problems.some((error) => error instanceof MissingSetting);
  const file = plainPath(settings.config?.path ?? CONFIG_NAME);
  const how = isMissing
    ? `\n${LOAD_FIRST}Set them in the environment or in ${file} (API key and secret in the environment only)`
    : '';
  const list = listed('settings are missing or wrong', problems.map(textOf));
  throw new SettingError(list + how, 'settings', isMissing ? 'sandbox' : undefined);
}
