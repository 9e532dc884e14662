// The states of a row, and a table of the entries that may follow each state. Pure. A property test proves that the
// state in the ledger equals the fold of the entries.

export type RowState = 'planned' | 'sending' | 'created' | 'rejected' | 'failed' | 'in_doubt';

export type EntryType =
  | 'intent' // the exact body is durable; the request may leave from now on
  | 'created' // the service confirmed it
  | 'rejected' // the service refused it
  | 'failed' // certainly not processed: it never left, or the service refused it
  | 'in_doubt' // it may have reached the service, its outcome is unknown
  | 'resolved_created' // a person: it was paid
  | 'resolved_not_created' // a person: it was not paid
  | 'corrected_created' // a person corrects an earlier resolution: it was paid (or under another id)
  | 'corrected_not_created' // a person corrects an earlier resolution: it was not paid
  | 'corrected_in_doubt' // a person takes back that it was not paid: it is not known
  | 'contradicted' // a lost host came back, and its response contradicts a person's resolution
  | 'acknowledged'; // a person has seen that contradiction of a row that was sent again since: the outcome stays

export interface Life {
  readonly state: RowState;
  /** Whether the state is a person's resolution, and nothing was sent since: then it may be corrected. */
  readonly byPerson: boolean;
}

interface Transition {
  readonly from: readonly RowState[];
  /** `same`: the entry changes nothing. */
  readonly to: RowState | 'same';
  /** Whether the state must be a person's resolution, or must not. */
  readonly while: 'resolution' | 'no_resolution' | 'any';
  readonly byPerson: boolean;
}

/** Certainly not paid. */
const FREE_STATES = ['planned', 'rejected', 'failed'] as const satisfies readonly RowState[];

const FACT = { while: 'any', byPerson: false } as const;
/** Also for a row that was stopped before its request. It never changes a person's resolution. */
const STOP = { from: ['sending', ...FREE_STATES], while: 'no_resolution', byPerson: false } as const;
const RESOLUTION = { while: 'any', byPerson: true } as const;
const CORRECTION = { while: 'resolution', byPerson: true } as const;

export const TRANSITIONS: Readonly<Record<EntryType, Transition>> = {
  // From in_doubt only as a resend under an idempotency key.
  intent: { from: FREE_STATES, to: 'sending', ...FACT },
  created: { from: ['sending'], to: 'created', ...FACT },
  rejected: { to: 'rejected', ...STOP },
  failed: { to: 'failed', ...STOP },
  in_doubt: { from: ['sending'], to: 'in_doubt', ...FACT },
  resolved_created: { from: ['in_doubt'], to: 'created', ...RESOLUTION },
  resolved_not_created: { from: ['in_doubt'], to: 'planned', ...RESOLUTION },
  corrected_created: { from: ['planned', 'created'], to: 'created', ...CORRECTION },
  // From planned only after a contradiction.
  corrected_not_created: { from: ['planned', 'created'], to: 'planned', ...CORRECTION },
  corrected_in_doubt: { from: ['planned'], to: 'in_doubt', while: 'resolution', byPerson: false },
  contradicted: { from: [...FREE_STATES, 'sending', 'created', 'in_doubt'], to: 'same', ...FACT },
  acknowledged: { from: ['created'], to: 'same', ...FACT },
};

/** Whether it is a person's resolution. */
export const isResolution = (type: string): boolean => /^(?:resolved|corrected)_/.test(type);

/** Entries that do not change the row. */
export const ASIDE: readonly string[] = ['contradicted', 'acknowledged'] satisfies readonly EntryType[];

/** A row keeps the number of its last such entry: runs that looked before have not seen it. */
export const DOUBT_ENTRIES: readonly string[] = [
  'in_doubt',
  'corrected_in_doubt',
  'corrected_created',
] satisfies readonly EntryType[];

const OVER_DOUBT: readonly EntryType[] = ['intent', 'created', 'rejected', 'failed'];

export interface FoldEntry {
  readonly type: EntryType;
  /** For a row in doubt: an intent under the same idempotency key, or a late outcome. */
  readonly resend?: boolean;
}

export const UNKNOWN_ROW: Life = { state: 'planned', byPerson: false };

function allowedFrom(entry: FoldEntry): readonly RowState[] {
  const { type, resend = false } = entry;
  return resend && OVER_DOUBT.includes(type) ? ['in_doubt'] : TRANSITIONS[type].from;
}

export function mayFollow(life: Life, entry: FoldEntry): boolean {
  const rule = TRANSITIONS[entry.type].while;
  return (
    allowedFrom(entry).includes(life.state) && (rule === 'any' || life.byPerson === (rule === 'resolution'))
  );
}

/** Throws for an entry that can't follow, which is a defect. */
export function next(life: Life, entry: FoldEntry): Life {
  if (!mayFollow(life, entry)) {
    throw new Error(`ledger: a row in state ${life.state} can't take an entry ${entry.type}`);
  }
  const { to, byPerson } = TRANSITIONS[entry.type];
  return to === 'same' ? life : { state: to, byPerson };
}

export function fold(entries: Iterable<FoldEntry>): Life {
  let life = UNKNOWN_ROW;
  for (const entry of entries) life = next(life, entry);
  return life;
}
