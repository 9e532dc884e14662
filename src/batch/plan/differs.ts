// What a row says otherwise than the payment that was made under its reference, in words: whoever is refused looks there first.
// A memo and what a customer's record holds are named and never shown. Decides nothing: the plan does.
import { isLosslessNumber, parse } from 'lossless-json';

import { printable } from '../../csv/header.ts';
import { isFields } from '../../interface/body-fingerprint.ts';
import { canonicalDecimal } from '../../interface/decimal.ts';
import { payoutFields } from '../../interface/fingerprint.ts';
import { plainText, readMemo } from '../../interface/plain-text.ts';
import type { Ledger, LedgerEntry, RowRecord, RunKind } from '../../ledger/ledger.ts';
import { sendingsIn } from '../../ledger/sendings.ts';
import type { RowKey } from './keys.ts';

interface Recognised {
  readonly row: { readonly kind: RunKind; readonly issues: readonly unknown[]; readonly body: unknown };
  readonly key: Pick<RowKey, 'key' | 'content'>;
  readonly known: RowRecord | undefined;
}

/** Fields beyond these are counted. */
const TOLD = 4;
const SHOWN: ReadonlySet<string> = new Set([
  'customerId',
  'source.currency',
  'source.network',
  'source.walletId',
  'destination.currency',
  'destination.externalAccountId',
  'purposeOfPayment',
  'receiverAmount',
]);

/** Of rows that were paid with other content, or perhaps: what differs, by key. Only those are asked for. Errors: LedgerError. */
export async function differences(
  rows: readonly Recognised[],
  ledger: Pick<Ledger, 'entriesOf'>,
): Promise<ReadonlyMap<string, string>> {
  const others = rows.filter(
    ({ row, key, known }) =>
      (known?.state === 'created' || known?.state === 'in_doubt') &&
      row.issues.length === 0 &&
      key.content !== known.content,
  );
  if (others.length === 0) return new Map();
  const entries = await ledger.entriesOf(others.map(({ key }) => key.key));
  return new Map(
    others.map(({ row, key }) => [
      key.key,
      differsText(row.kind, bodyOf(entries.get(key.key) ?? []), row.body),
    ]),
  );
}

/** `receiverAmount (was "12.00", here "13.00") and memo`; empty where the bodies don't tell it: documents, who funds it. */
export function differsText(kind: RunKind, sent: unknown, body: unknown): string {
  const fieldsOf = kind === 'payouts' ? payoutTexts : recordTexts;
  const [was, is] = [fieldsOf(sent), fieldsOf(body)];
  if (was.size === 0) return '';
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const other = names.filter((name) => compared(name, was.get(name)) !== compared(name, is.get(name)));
  const told = other.slice(0, TOLD).map((name) => {
    if (kind !== 'payouts' || !SHOWN.has(name)) return name;
    return `${name} (was ${shown(was.get(name))}, here ${shown(is.get(name))})`;
  });
  if (other.length > TOLD) told.push(`${other.length - TOLD} more`);
  return [told.slice(0, -1).join(', '), told.at(-1) ?? ''].filter((text) => text !== '').join(' and ');
}

const shown = (value: string | undefined): string =>
  value === undefined || value === '' ? 'none' : `"${printable(value)}"`;

/** As it is told apart: no spelling of a value makes another. */
function compared(name: string, value = ''): string {
  if (name === 'receiverAmount') return canonicalDecimal(value.trim());
  return name === 'memo' ? readMemo(value) : plainText(value);
}

/** What was sent last; `undefined` where it isn't known. */
function bodyOf(entries: readonly LedgerEntry[]): unknown {
  const text = sendingsIn(entries).current?.intent.body;
  return typeof text === 'string' ? readBody(text) : undefined;
}

function readBody(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function payoutTexts(body: unknown): Map<string, string> {
  if (!isFields(body)) return new Map();
  const { source, destination, ...fields } = payoutFields(body);
  const all = { ...fields, ...under('source', source), ...under('destination', destination) };
  const texts = Object.entries({ ...all, requireApproval: flag(body['requireApproval']) });
  return new Map(texts.map(([name, value]) => [name, value ?? '']));
}

/** Not to ask for approval is the same as not to say it. */
const flag = (value: unknown): string => (value === true ? 'true' : '');

const under = (
  parent: string,
  fields: Readonly<Record<string, string | undefined>> = {},
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${parent}.${name}`, value]));

/** By dotted paths; a list is one value. */
function recordTexts(body: unknown, path = ''): Map<string, string> {
  if (isFields(body))
    return new Map(
      Object.entries(body).flatMap(([name, value]) => [
        ...recordTexts(value, path === '' ? name : `${path}.${name}`),
      ]),
    );
  return path === '' || body === undefined || body === null
    ? new Map<string, string>()
    : new Map([[path, textOf(body)]]);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.toString() : JSON.stringify(value);
}
