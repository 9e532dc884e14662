// The members of a plan that follow from its file, settings and ledger. The plan and the run that verifies it build
// them here.
import { hash } from 'node:crypto';

import { canonicalJson } from '../../../approval/canonical.ts';
import type { PlanBody } from '../../../approval/plan-format.ts';
import { changedEntries, type Profile } from '../../../interface/profile.ts';
import type { DocumentFolder } from '../../input/documents.ts';
import { type FileSettings, NO_CHECKS } from '../../input/settings.ts';
import type { SurveyedFile } from '../survey.ts';
import type { PlanRows } from './plan-rows.ts';

type FrozenSettings = FileSettings & Pick<PlanBody['settings'], 'quote' | 'alikeOk' | 'alikeDays'>;
type FileMembers = Pick<PlanBody, 'settings' | 'digest' | 'rowsDigest' | 'batchId' | 'kind'>;

export const fileMembers = (settings: FrozenSettings, { checked, known }: SurveyedFile): FileMembers => ({
  settings: frozenSettings(settings, checked.isSheet),
  digest: checked.hash,
  rowsDigest: known.rowsDigest,
  batchId: known.batches.batchId,
  kind: checked.facts.kind,
});

type RowMembers = ReturnType<PlanRows['figures']> & Pick<PlanBody, 'documents'>;

/** Errors: one in plain words where a document can't be read. */
export async function rowMembers(
  rows: PlanRows,
  isPriced: boolean,
  documents: DocumentFolder,
): Promise<RowMembers> {
  return { ...rows.figures(isPriced), documents: await digestsOf([...rows.documents].sort(), documents) };
}

async function digestsOf(
  paths: readonly string[],
  documents: DocumentFolder,
): Promise<PlanBody['documents']> {
  const found: PlanBody['documents'] = [];
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
  // Through JSON, as in the config file: undefined members are left out. Fractions become text.
  hash(
    'sha256',
    canonicalJson(
      JSON.parse(
        JSON.stringify(profile, (_, value: unknown) => (typeof value === 'number' ? String(value) : value)),
      ),
    ),
  );

/** Settings of the config that decide about rows, without the profile. */
export function frozenChecks({
  history,
  alikeDays,
}: Pick<FrozenSettings, 'history' | 'alikeDays'>): Pick<
  PlanBody['settings'],
  'checks' | 'payee' | 'accepted' | 'alikeDays'
> {
  const accepted = [...(history?.accepted ?? [])].sort();
  return { checks: history?.checks ?? NO_CHECKS, payee: history?.payee ?? null, accepted, alikeDays };
}

function frozenSettings(settings: FrozenSettings, isSheet: boolean): PlanBody['settings'] {
  const { profile, useDeveloperFunds, quote, alikeOk, delimiter, imports } = settings;
  const changed = Object.entries(changedEntries(profile)).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ]);
  return {
    profile: profileDigest(profile),
    changed: Object.fromEntries(changed) as Record<string, string>, // each value is JSON
    ...{ useDeveloperFunds, quote, alikeOk },
    delimiter: delimiter ?? null,
    sheet: isSheet ? (imports?.sheet ?? null) : null,
    ...frozenChecks(settings),
  };
}
