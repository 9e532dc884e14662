// The schema of a plan. Each member is verified or shown (test/unit/approval/every-member.test.ts).
import * as z from 'zod';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const decimal = z.string().regex(/^\d{1,60}(?:\.\d{1,60})?$/);
export const time = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);
const amounts = z.record(z.string().max(40), decimal);
/** A path relative to the plan's own folder, its digest. */
const named = z.strictObject({ path: z.string().min(1), sha256: hex });

const ROW_STATES = [
  'new',
  'resumed',
  'created',
  'duplicate',
  'in_doubt',
  'invalid',
  'held',
  'alike',
] as const;
export type PlannedState = (typeof ROW_STATES)[number];

const row = z.strictObject({
  line: count,
  state: z.enum(ROW_STATES),
  /** Of its quote. */
  debit: decimal.optional(),
  fee: decimal.optional(),
  /** Of a held row: the earlier payment that it may repeat. */
  like: z.strictObject({ run: z.string().min(1), line: count }).optional(),
});
export type PlanRow = z.infer<typeof row>;

/** A row for people. */
const shownRow = z.strictObject({
  line: count,
  reference: z.string(),
  payee: z.string(),
  /** From the payee column. */
  name: z.string().min(1).max(400).optional(),
  amount: z.string(),
  currency: z.string(),
});
export type ShownRow = z.infer<typeof shownRow>;

/** A message of the checks (message.ts). */
const message = z.strictObject({ code: z.string().min(1), params: z.record(z.string(), z.unknown()) });

/** So many warnings are listed; all are counted. */
export const OBJECTIONS = 50;
const objections = z.strictObject({
  count,
  /** `rows`: how many rows have the warning; `line` is the first. */
  first: z
    .array(
      z.strictObject({
        ...{ line: count, field: z.string(), value: z.string().max(100), message, rows: count.optional() },
      }),
    )
    .max(OBJECTIONS),
});

const checkLevel = z.enum(['error', 'warning', 'off']);

export const planSchema = z.strictObject({
  /** Of all the rest (withPlanDigest). */
  planDigest: hex,
  /** SHA-256 of the file's bytes, and of its rows as they were read. */
  digest: hex,
  rowsDigest: hex,
  file: z.string().min(1),
  batchId: z.string().min(1),
  kind: z.enum(['payouts', 'customers']),
  environment: z.string().min(1),
  ledgerId: z.string().min(1),
  ledgerSequence: count,
  /** The head of its hash chain at that height: a ledger without it is a fork. */
  ledgerHead: hex,
  /** Rows by their state, and all of them. */
  counts: z.record(z.string(), count),
  /** What is to be paid, by currency. */
  totals: amounts,
  /** Debits and fees by the quotes, by source currency; null without quotes. */
  cost: amounts.nullable(),
  largest: z.array(shownRow),
  /** Possible duplicates: not sent, and not in the figures above. */
  held: z.strictObject({ rows: count, totals: amounts, largest: z.array(shownRow) }).optional(),
  /** The gravest first. */
  warnings: objections,
  maxDrift: z.string().regex(/^\d{1,3}(?:\.\d{1,6})?%$/),
  maker: z.string().min(1),
  /** The system's user, besides the given name. */
  user: z.string().min(1),
  createdAt: time,
  expiresAt: time,
  map: named.nullable(),
  lookups: z.array(named),
  documentsDir: z.string().min(1),
  documents: z.array(named),
  settings: z.strictObject({
    profile: hex,
    /** Members of the profile that differ from the defaults, for approvers. */
    changed: z.record(z.string(), z.string()),
    useDeveloperFunds: z.boolean(),
    quote: z.boolean(),
    alikeOk: z.boolean(),
    delimiter: z.string().nullable(),
    sheet: z.string().nullable(),
    checks: z.strictObject({
      payeeChanged: checkLevel,
      amountUnusual: checkLevel,
      totalUnusual: checkLevel,
      firstPayment: checkLevel,
    }),
    payee: z.string().nullable(),
    /** Deviations from the payment history that the maker accepts, each CHECK:LINE. */
    accepted: z.array(z.string()),
    alikeDays: count,
  }),
  rows: z.array(row),
});
export type PlanBody = z.infer<typeof planSchema>;
