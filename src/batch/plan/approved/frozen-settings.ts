// What a plan freezes beside the rows: the profile and the documents, by their digests.
import { hash } from 'node:crypto';

import { canonicalJson } from '../../../approval/canonical.ts';
import type { PlanBody } from '../../../approval/plan-format.ts';
import { changedEntries, type Profile } from '../../../interface/profile.ts';
import type { DocumentFolder } from '../../input/documents.ts';
import { type HistorySettings, NO_CHECKS } from '../../input/history-settings.ts';

/** Errors: one in plain words where a document can't be read any more. */
export async function digestsOf(
  paths: readonly string[],
  documents: DocumentFolder,
): Promise<{ path: string; sha256: string }[]> {
  const found: { path: string; sha256: string }[] = [];
  for (const path of paths) {
    const file = await documents.open(path);
    try {
      const { sha256 } = await file.body({ before: '', after: '' });
      found.push({ path, sha256 });
    } finally {
      await file.close();
    }
  }
  return found;
}

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
