// The draft of an import profile: every header of a file with the field that it seems to be, and what a person must
// still fill in. Pure.
import { COLUMN_RULES, type FileKind, kindOfHeader } from '../../../../interface/file-kind.ts';
import type { Profile } from '../../../../interface/profile.ts';
import type { Message } from '../../../../message.ts';
import { importMessage } from '../messages.ts';
import type { ImportProfile } from '../profile-schema.ts';
import type { Sample } from './sample.ts';
import { meaningOf, SUPPLIER_KEY } from './synonyms.ts';

/** A profile in which empty texts are still to be filled in. */
type DraftProfile = Omit<ImportProfile, 'decimal' | 'thousands'> & {
  decimal?: ImportProfile['decimal'] | '';
  thousands?: string | undefined;
};

export interface Draft {
  readonly kind: FileKind;
  readonly profile: DraftProfile;
  /** Required fields without a column in the file. */
  readonly lacking: readonly string[];
  /** Everything that must be filled in before the profile can be used. */
  readonly missing: readonly Message[];
  /** What a person should look at. */
  readonly notes: readonly Message[];
}

const TOTAL =
  /^(?:grand\s+|sub-?)?(?:anzahl|total|totals|totaal|summe|gesamt|gesamtsumme|endsumme|somme|suma|totale?)\b/i;
const AMOUNT = 'receiverAmount';
/** Looked up by the supplier. As constants they would send the money of all suppliers to one account. */
const OF_SUPPLIER = ['customerId', 'destination.externalAccountId'];

export function draftOf(sample: Sample, service: Profile, sheet: string | undefined): Draft {
  const { encoding, delimiter, skipRows } = sample;
  const kind = kindOfHeader(sample.names, undefined);
  const columns = columnsOf(sample, kind);
  const fields = new Set(Object.values(columns));
  const amounts = sample.marks[sample.names.findIndex((name) => columns[name.trim()] === AMOUNT)];
  const needsMarks = amounts?.areUnclear === true;
  const isPayouts = kind === 'payouts';
  const required = isPayouts ? [AMOUNT, ...service.requiredTransferFields] : service.requiredCustomerFields;
  const lacking = [...new Set(required)].filter((field) => !fields.has(field));
  const constants = lacking.filter((field) => !isPayouts || ![AMOUNT, ...OF_SUPPLIER].includes(field));
  const footer = sample.ends.find((cell) => TOTAL.test(cell));
  const { payee, lookup } = isPayouts ? supplierOf(sample, columns, lacking) : {};
  const profile: DraftProfile = {
    columns,
    ...(constants.length > 0 && { constants: Object.fromEntries(constants.map((field) => [field, ''])) }),
    ...(lookup && { lookups: [lookup] }),
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(needsMarks ? { decimal: '', thousands: '' } : amounts?.form),
    ...(skipRows > 0 && { skipRows }),
    ...(footer !== undefined && { stopAt: `^${footer.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}` }),
    ...(sheet !== undefined && { sheet }),
    ...(payee !== undefined && { payee }),
  };
  const missing = [
    ...(needsMarks ? [importMessage('draft_fill_marks')] : []),
    ...lacking
      .filter((field) => !lookup || !OF_SUPPLIER.includes(field))
      .map((field) => importMessage('draft_field', { field, isAmount: field === AMOUNT })),
    ...(lookup ? [importMessage('draft_lookup', lookup)] : []),
  ];
  const notes = [
    encoding !== undefined && importMessage('draft_encoding', { encoding }),
    needsMarks && importMessage('draft_marks_unclear'),
    footer !== undefined && importMessage('draft_footer', { text: footer }),
    isPayouts && !fields.has('reference') && importMessage('draft_no_reference'),
    lookup && importMessage('draft_lookup_columns', lookup),
  ].filter((note) => note !== false && note !== undefined);
  return { kind, profile, lacking, missing, notes };
}

interface Supplier {
  /** The column that says who is paid. It is not an account: the account of a payee may change. */
  readonly payee?: string | undefined;
  readonly lookup?: NonNullable<DraftProfile['lookups']>[number];
}

/** The column of the payee, and a lookup file for the fields that the file lacks. */
function supplierOf(
  sample: Sample,
  columns: Readonly<Record<string, string | null>>,
  lacking: readonly string[],
): Supplier {
  const named = (field: string): string | undefined =>
    Object.keys(columns).find((name) => columns[name] === field);
  const number = sample.names.map((name) => name.trim()).find((name) => meaningOf(name) === SUPPLIER_KEY);
  const payee = named('x-payee') ?? number;
  const fields = OF_SUPPLIER.filter((field) => lacking.includes(field));
  const key = number ?? named('x-payee') ?? named('x-iban');
  if (fields.length === 0 || key === undefined) return { payee };
  const ours = Object.fromEntries(fields.map((field) => [field, field]));
  return { payee, lookup: { file: '', key, fileKey: key, columns: ours } };
}

/** Every header in the file's order, by its own name first, then by what it means. */
function columnsOf(sample: Sample, kind: FileKind): Record<string, string | null> {
  const { fields, accepts, ignorePrefix } = COLUMN_RULES[kind];
  const names = sample.names.map((name) => name.trim());
  const columns = Object.create(null) as Record<string, string | null>; // without a prototype: headers are data
  const taken = new Set<string>();
  const take = (name: string, field: string | undefined): void => {
    const isFree = field !== undefined && !taken.has(field);
    columns[name] = isFree ? field : null;
    if (isFree) taken.add(field);
  };
  for (const name of names) {
    const field = fields.find((one) => one.toLowerCase() === name.toLowerCase());
    take(name, field ?? (accepts(name) || name.toLowerCase().startsWith(ignorePrefix) ? name : undefined));
  }
  if (kind === 'customers') return columns;
  for (const name of names) {
    const meaning = meaningOf(name);
    if (columns[name] === null && meaning !== SUPPLIER_KEY) take(name, meaning);
  }
  return columns;
}
