// What a command that calls the service needs: settings that are right each by itself, complete, and right together.
import { validatePolicy } from '../approval/policy.ts';
import type { PaybatchError } from '../errors.ts';
import { attempt, refuseProblems } from './io.ts';
import type { Settings } from './settings.ts';

/** Everything that is wrong, and, for a command that calls the service, missing; empty when all is well. */
export function settingProblems(settings: Settings, use: 'service' | 'config'): PaybatchError[] {
  const checks = [
    () => settings.require('baseUrl'),
    () => settings.require('authUrl'),
    () => settings.refuseUncheckedTls(),
    () => settings.require('clientId'),
    () => settings.require('apiKey'),
    () => settings.apiSecret(),
    () => settings.ledgerPlace(),
    () => settings.proxy(),
  ];
  const all = [...(use === 'service' ? checks : []), () => validatePolicy(settings.policy())];
  const problems = all.flatMap((check: () => unknown) => attempt(check).problem ?? []);
  return [...new Set([...settings.wrong.values(), ...problems])];
}

/** Errors: the only problem's own, or a SettingError that lists them. */
export const checkSettings = (settings: Settings): void =>
  refuseProblems('settings are missing or wrong', settingProblems(settings, 'service'));
