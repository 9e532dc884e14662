// The settings that a plan freezes.
import { hash } from 'node:crypto';

import { canonicalJson } from '../../../approval/canonical.ts';
import type { PlanBody } from '../../../approval/plan-format.ts';
import { changedEntries, type Profile } from '../../../interface/profile.ts';
import { type HistorySettings, NO_CHECKS } from '../../input/history-settings.ts';

export const profileDigest = (profile: Profile): string =>
  // Through JSON, as it stands in the config file: what is undefined is not there. Fractions become text.
  hash(
    'sha256',
    canonicalJson(
      JSON.parse(
        JSON.stringify(profile, (_, value: unknown) => (typeof value === 'number' ? String(value) : value)),
      ),
    ),
  );

export interface Frozen {
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
  readonly quote: boolean;
  readonly alikeOk: boolean;
  readonly delimiter?: string | undefined;
  readonly sheet: string | null;
  readonly history?: HistorySettings | undefined;
  readonly alikeDays: number;
}

/** What the config says that rows are judged by, besides the profile. */
export function frozenChecks({
  history,
  alikeDays,
}: Pick<Frozen, 'history' | 'alikeDays'>): Pick<
  PlanBody['settings'],
  'checks' | 'payee' | 'accepted' | 'alikeDays'
> {
  const accepted = [...(history?.accepted ?? [])].sort();
  return { checks: history?.checks ?? NO_CHECKS, payee: history?.payee ?? null, accepted, alikeDays };
}

/** What of the profile isn't the default, as a person reads it. */
export const changedTexts = (profile: Profile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changedEntries(profile)).map(([name, value]) => [name, JSON.stringify(value)]),
  );

export function frozenSettings(settings: Frozen): PlanBody['settings'] {
  const { profile, useDeveloperFunds, quote: quoted, alikeOk, delimiter, sheet } = settings;
  return {
    profile: profileDigest(profile),
    changed: changedTexts(profile),
    useDeveloperFunds,
    quote: quoted,
    alikeOk,
    delimiter: delimiter ?? null,
    sheet,
    ...frozenChecks(settings),
  };
}
