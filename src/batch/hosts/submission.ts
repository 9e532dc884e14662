// What a submission says of itself: what decides about its rows, and what writes them down again on any host.
import type { NewSubmission } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import type { Approved } from '../plan/approved/approved.ts';
import type { LiveSettings } from '../send/settings.ts';
import type { RawText } from './raw-text.ts';
import type { RunShape } from './shape.ts';
import { documentsFrom, readingOf } from './submitted-settings.ts';

const TIMEOUT_MS = 30_000;

interface Submitted {
  readonly checked: Checked;
  readonly alikeSince: number | null;
  readonly approved: Approved | undefined;
}

export async function submissionOf(
  settings: LiveSettings,
  { checked, alikeSince, approved }: Submitted,
  raw: RawText,
): Promise<NewSubmission> {
  const { profile, quote, haltAfter, maxInDoubt, client, version = '' } = settings;
  const { header, headerRange, footerRange, delimiter, hasReferences, isRetry, facts } = checked;
  const shape: RunShape = {
    ...{ profile, quote, haltAfter, maxInDoubt, alikeSince, delimiter },
    alikeReferenced: settings.alikeDays > 0,
    useDeveloperFunds: settings.useDeveloperFunds,
    timeoutMs: client.timeoutMs ?? TIMEOUT_MS,
    plan: approved ? { id: approved.id, name: approved.name, drift: approved.drift } : null,
    reading: readingOf(settings),
    header: await raw.one(headerRange, header.names),
    footer: await raw.one(footerRange, []),
    lineEnd: await raw.lineEnd(headerRange),
    tied: !hasReferences && !isRetry,
    totals: Object.fromEntries([...facts.totals].map(([currency, sum]) => [currency, sum.toString()])),
    blankAtEnd: facts.blankAtEnd,
    blankBetween: facts.blankBetween,
    documents: documentsFrom(settings),
  };
  return { version, maxInDoubt, settings: { ...shape } };
}
