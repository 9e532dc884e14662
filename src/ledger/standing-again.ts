// What becomes of a row when "not created" about one of its sendings is taken back: it stands for that sending again, whatever it
// was sent as since. Pure.
import { parse } from 'lossless-json';

import { payoutFields, storedFingerprint } from '../interface/fingerprint.ts';
import { kindOfKey, untagged } from './keys.ts';
import type { EntryData, LedgerEntry, RowIdentity, RowRecord } from './records.ts';
import { type Sending, type SentAs, sentAs } from './sendings.ts';

/** What an entry of a person's word tells beside the word. */
export interface Beside {
  readonly data: EntryData;
  /** The row is this from now on, and these are the bytes that it stands for. */
  readonly takes?: {
    readonly identity: RowIdentity;
    readonly body: string | null;
    readonly bodyHash: string | null;
  };
}

/** `current`: the sending that it stands for until then. */
export function standingAgain(
  row: RowRecord,
  { intent, word }: Sending,
  current: Sending | undefined,
): Beside {
  const { payee } = intent.data;
  const data = { sending: intent.number, ...(payee === undefined ? {} : { payee }) };
  if (intent === current?.intent) return { data };
  const sent = word?.data.row ?? rebuilt(row, intent, current?.intent);
  const { body, bodyHash } = intent;
  return { data, takes: { identity: { key: row.key, ...sent }, body, bodyHash } };
}

/** Of a word by an earlier release, which kept less. No file has the content that isn't known. */
function rebuilt(
  row: RowRecord,
  { body, bodyHash, runId, line }: LedgerEntry,
  since: LedgerEntry | undefined,
): SentAs {
  const place = { ...sentAs(row), runId, line };
  if (bodyHash !== null && bodyHash === since?.bodyHash) return place;
  const kind = kindOfKey(row.key);
  const text = untagged(body ?? '', row.key);
  const other = { ...place, content: '', fingerprint: storedFingerprint(kind, text) };
  // What has no fingerprint could not be read.
  if (kind !== 'payouts' || other.fingerprint === '') return other;
  const { receiverAmount: amount = row.amount, destination } = payoutFields(parse(text));
  return { ...other, amount, currency: destination?.currency ?? row.currency };
}
