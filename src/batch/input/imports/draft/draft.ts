// The draft of an import profile: every header of a file with the field that it seems to be, and what a person must still
// say. Pure but for the sample that it is made of.
import { kindOfHeader } from '../../../../interface/file-kind.ts';
import { COLUMN_RULES, type FileKind } from '../../../../interface/file-kind.ts';
import type { Profile } from '../../../../interface/profile.ts';
import type { ImportProfile } from '../profile-schema.ts';
import { type AmountMarks, marksNote } from './amount-marks.ts';
import type { Sample } from './sample.ts';
import { areCodes, type Shape, shapeOf } from './shapes.ts';
import { meaningOf, SOME_ACCOUNT, SUPPLIER_KEY } from './synonyms.ts';

/** A profile in which empty texts are still to be filled in. */
export type DraftProfile = Omit<ImportProfile, 'decimal' | 'thousands'> & {
  decimal?: ImportProfile['decimal'] | '';
  thousands?: string | undefined;
};

export interface Draft {
  readonly kind: FileKind;
  readonly profile: DraftProfile;
  /** Fields and lookup files that must be filled in before the profile can be used. */
  readonly missing: readonly string[];
  /** Whether "decimal" and "thousands" must be filled in. */
  readonly needsMarks: boolean;
  /** What a person should look at. */
  readonly notes: readonly string[];
}

const TOTAL =
  /^(?:grand\s+|sub-?)?(?:anzahl|total|totals|totaal|summe|gesamt|gesamtsumme|endsumme|somme|suma|totale?)\b/i;
const AMOUNT = 'receiverAmount';
/** Looked up by the supplier. Never constants: as one value for all rows they would pay every supplier's money to one account. */
const OF_SUPPLIER = ['customerId', 'destination.externalAccountId'];

export function draftOf(sample: Sample, service: Profile, sheet: string | undefined): Draft {
  const kind = kindOfHeader(sample.names, undefined);
  const isPayouts = kind === 'payouts';
  const columns = isPayouts ? payoutColumns(sample) : ownColumns(sample, kind);
  const fields = new Set(Object.values(columns));
  const marks = sample.marks[sample.names.findIndex((name) => columns[name.trim()] === AMOUNT)];
  const needsMarks = marks?.ambiguous !== undefined;
  const required = isPayouts
    ? [...new Set([AMOUNT, ...service.requiredTransferFields])]
    : service.requiredCustomerFields;
  const lacking = required.filter((field) => !fields.has(field));
  const ofSupplier = isPayouts ? OF_SUPPLIER.filter((field) => lacking.includes(field)) : [];
  const key = ofSupplier.length === 0 ? undefined : supplierKeyOf(sample, columns);
  const constants = lacking.filter((field) => !ofSupplier.includes(field) && field !== AMOUNT);
  const footer = sample.ends.find((cell) => TOTAL.test(cell));
  const payee = isPayouts ? payeeOf(sample, columns) : undefined;
  const profile: DraftProfile = {
    columns,
    ...(constants.length > 0 && { constants: Object.fromEntries(constants.map((field) => [field, ''])) }),
    ...(key !== undefined && { lookups: [lookupOf(key, ofSupplier)] }),
    ...(sample.encoding !== undefined && { encoding: sample.encoding }),
    ...(isDelimiter(sample.delimiter) && { delimiter: sample.delimiter }),
    ...(needsMarks ? { decimal: '', thousands: '' } : marks?.form),
    ...(sample.skipRows > 0 && { skipRows: sample.skipRows }),
    ...(footer !== undefined && { stopAt: `^${escaped(footer)}` }),
    ...(sheet !== undefined && { sheet }),
    ...(payee !== undefined && { payee }),
  };
  const missing = [
    ...(lacking.includes(AMOUNT) ? [amountText(sample, columns)] : []),
    ...constants,
    ...(key === undefined ? ofSupplier : [`the lookup file of ${key}`]),
  ];
  const notes = [
    ...encodingNote(sample),
    ...amountNotes(marks),
    ...(footer === undefined
      ? []
      : [`"stopAt": the row that begins with "${footer}", and all below it, are left out`]),
    ...(isPayouts && !fields.has('reference') ? [withoutReference(sample, columns)] : []),
    ...(key === undefined ? [] : lookupNotes(key, sample)),
  ];
  return { kind, profile, missing, needsMarks, notes };
}

const lookupOf = (key: string, fields: readonly string[]): NonNullable<DraftProfile['lookups']>[number] => ({
  ...{ file: '', key, fileKey: key },
  columns: Object.fromEntries(fields.map((field) => [field, field])),
});

const encodingNote = ({ encoding }: Sample): string[] =>
  encoding === undefined
    ? []
    : [`"encoding": "${encoding}" is a guess: the file is not UTF-8. Look at the accents above`];

function amountNotes(marks: AmountMarks | undefined): string[] {
  const note = marks && marksNote(marks);
  if (note !== undefined) return [note];
  return marks?.form ? ['"decimal" and "thousands" come from the amounts: compare the rows above'] : [];
}

function lookupNotes(key: string, sample: Sample): string[] {
  const how = `"lookups": "file" is the path of a table of suppliers, and "fileKey" its column with the values of "${key}". In "columns", write its headers in place of the names before the colons`;
  if (isNumberOf(key, sample)) return [how];
  return [
    how,
    `"key": "${key}" is a guess: it has to be what a supplier is known by, and nobody else by the same (a supplier's number, rather than a name or a bank's account)`,
  ];
}

/** The column that a supplier is looked up by: its number, else its name, else its IBAN. */
function supplierKeyOf(sample: Sample, columns: Columns): string | undefined {
  const names = sample.names.map((name) => name.trim());
  const meant = (field: string): string | undefined => names.find((name) => columns[name] === field);
  const number = names.find((name) => isNumberOf(name, sample));
  const account = names.find((name) => meaningOf(name) === SOME_ACCOUNT);
  return number ?? account ?? meant('x-payee') ?? meant('x-iban');
}

/** The column that says who is paid: a name, else a supplier's number. Not an account: that is what may change. */
function payeeOf(sample: Sample, columns: Columns): string | undefined {
  const names = sample.names.map((name) => name.trim());
  return names.find((name) => columns[name] === 'x-payee') ?? names.find((name) => isNumberOf(name, sample));
}

/** A column of suppliers' numbers, by its name or by what is in it. */
const isNumberOf = (column: string, sample: Sample): boolean =>
  meaningOf(column) === SUPPLIER_KEY || isCodeOfPayee(column, valuesOf(column, sample));

const quotedNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
/** Columns that nothing was made of. */
const unused = ({ names }: Sample, columns: Columns): string[] =>
  names.map((name) => name.trim()).filter((name) => name !== '' && columns[name] === null);

/** Never a constant: as one value for all rows it would pay every supplier the same. */
function amountText(sample: Sample, columns: Columns): string {
  const numbers = unused(sample, columns).filter((name) =>
    valuesOf(name, sample).every((value) => /\d/.test(value) && !/[A-Za-z]/.test(value)),
  );
  const which = numbers.length === 0 ? '' : `: which of ${quotedNames(numbers)} is it?`;
  return `${AMOUNT} (the column of the amounts${which})`;
}

function withoutReference(sample: Sample, columns: Columns): string {
  const distinct = unused(sample, columns).filter((name) => {
    const values = valuesOf(name, sample);
    return (
      values.length > 1 &&
      values.every((value) => value.trim() !== '') &&
      new Set(values).size === values.length
    );
  });
  const which = distinct.length === 0 ? '' : `. It may be ${quotedNames(distinct)}: there all cells differ`;
  return `No column was taken for the reference: without one, rows are compared by their content alone${which}`;
}

const valuesAt = ({ rows }: Sample, at: number): string[] => rows.map((cells) => cells[at] ?? '');
const valuesOf = (column: string, sample: Sample): string[] =>
  valuesAt(
    sample,
    sample.names.findIndex((name) => name.trim() === column),
  );

/** "Lieferant" may be its name or its number: the cells tell. */
const isCodeOfPayee = (name: string, values: readonly string[]): boolean =>
  meaningOf(name) === 'x-payee' && areCodes(values);

const isDelimiter = (text: string | undefined): text is NonNullable<ImportProfile['delimiter']> =>
  text === ',' || text === ';' || text === '\t' || text === '|';

/** As it stands there, in a regular expression. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Every header in the file's order. */
type Columns = Record<string, string | null>;

function ownColumns({ names }: Sample, kind: FileKind): Columns {
  const { fields, accepts, ignorePrefix } = COLUMN_RULES[kind];
  const taken = new Set<string>();
  const entries = names.map((cell): [string, string | null] => {
    const name = cell.trim();
    const field = fields.find((one) => one.toLowerCase() === name.toLowerCase());
    const own = field ?? (accepts(name) || name.toLowerCase().startsWith(ignorePrefix) ? name : null);
    if (own === null || taken.has(own)) return [name, null];
    taken.add(own);
    return [name, own];
  });
  return withoutPrototype(entries);
}

/** By name first, then by what the values look like, where only one column does. */
function payoutColumns(sample: Sample): Columns {
  const own = ownColumns(sample, 'payouts');
  const taken = new Set(Object.values(own));
  const take = (name: string, field: string): void => {
    if (own[name] !== null || taken.has(field)) return;
    own[name] = field;
    taken.add(field);
  };
  const shapes = sample.names.map((name, at): [string, Shape] => [
    name.trim(),
    shapeOf(valuesAt(sample, at)),
  ]);
  for (const [at, [name, shape]] of shapes.entries()) {
    const meaning = meaningOf(name);
    if (meaning === undefined || meaning === SUPPLIER_KEY || meaning === SOME_ACCOUNT) continue;
    if (!fits(meaning, shape)) continue;
    if (isCodeOfPayee(name, valuesAt(sample, at))) continue;
    take(name, meaning);
  }
  for (const [shape, field] of BY_SHAPE) {
    const alike = shapes.filter(([name, one]) => one === shape && own[name] === null);
    if (alike.length === 1) take(alike[0]?.[0] ?? '', field);
  }
  return own;
}

const BY_SHAPE: readonly (readonly [Shape, string])[] = [
  ['amount', 'receiverAmount'],
  ['currency', 'destination.currency'],
  ['iban', 'x-iban'],
];

/** Names lie: an "invoice" may be a date, a "total" a word. */
function fits(field: string, shape: Shape): boolean {
  if (field === 'reference') return shape !== 'date' && shape !== 'amount';
  if (field === 'receiverAmount')
    return shape !== 'date' && shape !== 'iban' && shape !== 'id' && shape !== 'currency';
  if (field === 'customerId' || field.endsWith('Id')) return shape === 'id' || shape === 'empty';
  return field !== 'destination.currency' || shape === 'currency' || shape === 'empty';
}

/** Headers are data. */
function withoutPrototype(entries: readonly (readonly [string, string | null])[]): Columns {
  const columns = Object.create(null) as Columns; // an object without a prototype
  for (const [name, field] of entries) columns[name] = field;
  return columns;
}
