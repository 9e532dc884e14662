// Records resolutions that a person agreed to, and the reasons for which the ledger refuses one.
import { plain } from '../../../files/plain.ts';
import type { Ledger, Resolution, ResolveResult, RowRecord } from '../../../ledger/ledger.ts';
import { putBackText } from '../../../report/current-rows.ts';
import { fromMinute } from '../../../report/words.ts';
import { type Io, UsageError } from '../../io.ts';

/** `judgedAt`: the person agrees to the row as it was shown. */
export type ResolutionToRecord = Omit<Resolution, 'at' | 'dryRun'> & { readonly judgedAt: number };

export const placeOf = ({ line, runId }: Pick<Resolution, 'line' | 'runId'>): string =>
  `line ${line} of run ${runId}`;

/** Writes nothing. Errors: {@link UsageError} for the first that the ledger would refuse. */
export async function tryAll(
  ledger: Ledger,
  resolutions: readonly ResolutionToRecord[],
  io: Io,
): Promise<void> {
  for (const one of resolutions) {
    const result = await ledger.resolve({ ...one, at: new Date(io.now()), dryRun: true });
    if (!result.ok) throw new UsageError(refusalText(one, result), result.why);
  }
}

/** Returns the keys of rows that were resolved. A row that has changed since it was shown is refused alone. */
export async function recordAll(
  ledger: Ledger,
  resolutions: readonly ResolutionToRecord[],
  io: Io,
): Promise<ReadonlySet<string>> {
  const recorded = new Set<string>();
  for (const one of resolutions) {
    const result = await ledger.resolve({ ...one, at: new Date(io.now()) });
    if (result.ok) recorded.add(one.key);
    else io.err(`paybatch: ${plain(refusalText(one, result))}\n`, 'error');
  }
  return recorded;
}

type RefusedResolution = Extract<ResolveResult, { ok: false }>;

const refusalText = (one: ResolutionToRecord, refusal: RefusedResolution): string =>
  `${placeOf(one)}: ${reasonText(one, refusal)}. Nothing was changed`;

function reasonText(
  { runId, as, createdId, correct }: ResolutionToRecord,
  refusal: RefusedResolution,
): string {
  switch (refusal.why) {
    case 'unknown':
      return 'the ledger has no such row';
    case 'changed': {
      const { state, byPerson } = refusal.current;
      const isPaidTwice = as !== 'not-created' && !byPerson && (state === 'created' || state === 'sending');
      const next = isPaidTwice
        ? 'If it was sent again, it may have been paid twice: look up both payments at the service'
        : `Look at it again (paybatch status ${runId}; paybatch doubts)`;
      return `it has changed since it was shown: now it is ${stateText(refusal.current)}. ${next}`;
    }
    case 'not_in_doubt': {
      const { state, byPerson } = refusal.current;
      const twice =
        as === 'created' && state === 'created' && !byPerson
          ? '. If it was sent again after a resolution, and the first transfer exists too, it was paid twice: tell the service and the payee now'
          : '';
      const hint = correct
        ? `. --correct changes only a resolution of a person, and only until the row is sent again${twice}`
        : byPerson
          ? '. A person resolved it: --correct changes that resolution'
          : '';
      return `it is not in doubt: it is ${stateText(refusal.current)}${hint}`;
    }
    case 'id_taken':
      return `${createdId ?? ''} is recorded for ${placeOf(refusal.other)}. Look it up at the service. If that row is wrong, correct it first (resolve --correct)`;
    case 'host_not_back':
      return `process ${refusal.host.pid} on ${refusal.host.host}, which was sending it, has not reported back. If that machine is only paused, it may still send the row. Once the process is certainly gone, add --host-gone`;
    case 'too_soon':
      return `the service may still execute the last attempt. Repeat this resolve command at ${fromMinute(refusal.earliestNotCreated)} UTC or later. Use --sure only if support confirms that nothing was created and that the attempt can no longer be executed`;
    case 'put_back':
      return `it was ${putBackText(refusal.back)}. Look at the service first. If it was not paid after all, add --correct`;
  }
}

function stateText({ state, byPerson, createdId }: RowRecord): string {
  const id = createdId === null ? '' : ` (${createdId})`;
  if (!byPerson) return state.replace('_', ' ') + id;
  return state === 'created'
    ? `resolved as created${id}`
    : 'resolved as not-created, and the next run of its file sends it';
}
