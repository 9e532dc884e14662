// The fields in which a payout differs from what was sent under its key. For messages only.
import { parse } from 'lossless-json';

import { canonicalDecimal } from '../../interface/decimal.ts';
import { type PayoutFields, payoutFields } from '../../interface/fingerprint.ts';
import { plainText, readMemo } from '../../interface/plain-text.ts';
import type { Ledger, RowRecord, RunKind } from '../../ledger/ledger.ts';
import { sendingsIn } from '../../ledger/sendings.ts';
import type { RowKey } from './keys.ts';

interface KnownRow {
  readonly row: { readonly kind: RunKind; readonly issues: readonly unknown[]; readonly body: unknown };
  readonly key: Pick<RowKey, 'key' | 'content'>;
  readonly known: RowRecord | undefined;
}

/** The differing fields by key, of payouts that were or may have been paid with other content. Errors: LedgerError. */
export async function differences(
  rows: readonly KnownRow[],
  ledger: Pick<Ledger, 'entriesOf'>,
): Promise<ReadonlyMap<string, string>> {
  const others = rows.filter(
    ({ row, key, known }) =>
      row.kind === 'payouts' &&
      (known?.state === 'created' || known?.state === 'in_doubt') &&
      row.issues.length === 0 &&
      key.content !== known.content,
  );
  if (others.length === 0) return new Map();
  const entries = await ledger.entriesOf(others.map(({ key }) => key.key));
  return new Map(
    others.map(({ row, key: { key } }) => {
      const sent = sendingsIn(entries.get(key) ?? []).current?.intent.body;
      return [key, typeof sent === 'string' ? differentFields(sent, row.body) : ''];
    }),
  );
}

/** Such as `receiverAmount, memo`; empty for bytes that can't be read. */
function differentFields(sent: string, body: unknown): string {
  let was: Readonly<Record<string, string>>;
  try {
    was = comparedTexts(payoutFields(parse(sent)));
  } catch {
    return '';
  }
  const is = comparedTexts(payoutFields(body));
  return Object.keys(is)
    .filter((name) => was[name] !== is[name])
    .join(', ');
}

/** By dotted path, in one spelling. */
function comparedTexts(fields: PayoutFields): Readonly<Record<string, string>> {
  const { source = {}, destination = {}, ...own } = fields;
  const under = (parent: string, parts: object): [string, string | undefined][] =>
    Object.entries(parts).map(([name, text]) => [`${parent}.${name}`, text as string | undefined]); // by its type
  const texts = [...Object.entries(own), ...under('source', source), ...under('destination', destination)];
  return Object.fromEntries(texts.map(([name, text = '']) => [name, compared(name, text)]));
}

function compared(name: string, value: string): string {
  if (name === 'receiverAmount') return canonicalDecimal(value.trim());
  return name === 'memo' ? readMemo(value) : plainText(value);
}
