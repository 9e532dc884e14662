// Whether the settings are complete and valid: every problem is named in one message.
import { judgePolicy } from '../approval/policy.ts';
import { PaybatchError } from '../errors.ts';
import { isLoopback } from '../interface/environment.ts';
import { listed, SettingError } from './io.ts';
import type { Settings } from './settings.ts';
import { SETTING_NAMES, settingOf } from './settings-table.ts';

type Check = (settings: Settings) => unknown;

const hook =
  (name: 'notify' | 'ping'): Check =>
  (settings) => {
    const { value } = settings.get(name);
    if (value !== null) hookAddress(name, value);
  };

const CREDENTIALS: readonly Check[] = [
  (settings) => settings.require('clientId'),
  (settings) => settings.require('apiKey'),
  (settings) => settings.apiSecret(),
];

const CONFIGURED: readonly Check[] = [
  hook('notify'),
  hook('ping'),
  (settings) => judgePolicy(settings.policy()),
];

/** What is looked at for a command that calls the service, for `config`, and before a token request. */
const CHECKS = {
  service: [
    (settings) => settings.baseUrl(),
    (settings) => settings.authUrl(),
    (settings) => settings.refuseUncheckedTls(),
    ...CREDENTIALS,
    (settings) => settings.ledgerPlace(),
    (settings) => settings.proxy(),
    ...CONFIGURED,
    ...SETTING_NAMES.filter((name) => settingOf(name).range !== undefined).map(
      (name): Check =>
        (settings) =>
          settings.positive(name),
    ),
  ],
  config: CONFIGURED,
  token: [...CREDENTIALS, (settings) => settings.proxy()],
} as const satisfies Readonly<Record<string, readonly Check[]>>;

/** Everything that is missing or wrong; empty when all is well. */
export function settingProblems(settings: Settings, use: keyof typeof CHECKS): PaybatchError[] {
  return CHECKS[use].flatMap((check) => {
    try {
      check(settings);
      return [];
    } catch (error) {
      if (error instanceof PaybatchError) return [error];
      throw error;
    }
  });
}

/** Of a command that calls the service. Errors: the only problem's own, or a {@link SettingError} that lists them. */
export function checkSettings(settings: Settings): void {
  const problems = settingProblems(settings, 'service');
  const [first, second] = problems;
  if (!first) return;
  if (!second) throw first;
  const isMissing = problems.some((error) => error instanceof SettingError && error.hint === 'missing');
  const list = listed(
    'settings are missing or wrong',
    problems.map(({ message }) => message),
  );
  throw new SettingError(list, 'settings', isMissing ? 'missing' : undefined);
}

/** An address of --notify or --ping. It is a secret. Errors: {@link SettingError} that doesn't repeat it. */
export function hookAddress(name: 'notify' | 'ping', text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const good = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!good) throw new SettingError(`${name}: expected an https address (loopback may be http)`, 'settings');
  return url;
}

/** The address as it may be shown. */
export function shownHook(text: string): string {
  return URL.canParse(text) ? `${new URL(text).protocol}//${new URL(text).host}/...` : '********';
}
