// What becomes of a row when "not created" about one of its sendings is taken back: it stands for that sending again, whatever it
// was sent as since. Pure.
import type { EntryData, RowIdentity, RowRecord } from './records.ts';
import { type Sending, sentAs } from './sendings.ts';

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
  const sent = word?.data.row ?? sentAs(row);
  const { body, bodyHash } = intent;
  return { data, takes: { identity: { key: row.key, ...sent }, body, bodyHash } };
}
