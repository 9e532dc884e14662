// The life of a row, as a pure fold over the ledger's entries. A state is derived here and nowhere else; the store
// takes its conditional writes from the same table.

export type RowState = 'planned' | 'uploaded' | 'sending' | 'created' | 'rejected' | 'failed' | 'in_doubt';

export type EntryType =
  | 'uploaded' // its documents have IDs
  | 'intent' // the exact body is durable; the request may leave from now on
  | 'created' // the service confirmed it
  | 'rejected' // the service refused it
  | 'failed' // certainly not processed: it never left, or the service said so
  | 'in_doubt' // it may have reached the service, its outcome is unknown
  | 'resolved_created' // a person: it was paid
  | 'resolved_not_created'; // a person: it was not paid

interface Transition {
  readonly from: readonly RowState[];
  readonly to: RowState;
}

/** States in which a row is certainly not paid and may be tried (again). */
export const FREE_STATES = [
  'planned',
  'uploaded',
  'rejected',
  'failed',
] as const satisfies readonly RowState[];

export const TRANSITIONS: Readonly<Record<EntryType, Transition>> = {
  uploaded: { from: FREE_STATES, to: 'uploaded' },
  // From in_doubt only under an idempotency header: the store is told so explicitly, see Intent.resend.
  intent: { from: FREE_STATES, to: 'sending' },
  created: { from: ['sending'], to: 'created' },
  rejected: { from: ['sending', ...FREE_STATES], to: 'rejected' },
  failed: { from: ['sending', ...FREE_STATES], to: 'failed' },
  in_doubt: { from: ['sending'], to: 'in_doubt' },
  resolved_created: { from: ['in_doubt'], to: 'created' },
  resolved_not_created: { from: ['in_doubt'], to: 'planned' },
};

export interface FoldEntry {
  readonly type: EntryType;
  /** An intent that sends an in-doubt row again under the same idempotency key. */
  readonly resend?: boolean;
}

/** States from which this entry may be written. */
export function allowedFrom(entry: FoldEntry): readonly RowState[] {
  return entry.type === 'intent' && entry.resend === true ? ['in_doubt'] : TRANSITIONS[entry.type].from;
}

/** The state after one more entry. Throws on an entry that can't follow: that is a bug, not an outcome. */
export function nextState(state: RowState, entry: FoldEntry): RowState {
  if (!allowedFrom(entry).includes(state)) {
    throw new Error(`ledger: a row in state ${state} can't take an entry ${entry.type}`);
  }
  return TRANSITIONS[entry.type].to;
}

export function fold(entries: Iterable<FoldEntry>): RowState {
  let state: RowState = 'planned';
  for (const entry of entries) state = nextState(state, entry);
  return state;
}
