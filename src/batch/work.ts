// The command `work`: sends queued rows of its environment until a signal, or until nothing is left.
import { EXIT } from '../errors.ts';
import { type Ledger, LedgerError } from '../ledger/ledger.ts';
import type { Message } from '../message.ts';
import { hostsMessage } from './hosts/messages.ts';
import type { HostSettings } from './hosts/session.ts';
import { Worker, type WorkHooks } from './hosts/worker.ts';
import { Refusal, type RunControl, withCleanup } from './input/control.ts';
import { openClient, signIn } from './send/service.ts';
import type { ClientSettings } from './send/settings.ts';

export interface WorkSettings extends Omit<HostSettings, 'ledger' | 'queue'>, ClientSettings {
  readonly openLedger: () => Ledger | Promise<Ledger>;
  /** Ends when no row of its environment is queued or held. */
  readonly untilEmpty: boolean;
}

export interface WorkEnd {
  readonly exitCode: number;
  /** Rows that ended here, by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** Why it ended early; `undefined` if it didn't. */
  readonly halted: Message | undefined;
}

/** Errors: {@link Refusal}, LedgerError. */
export function work(settings: WorkSettings, hooks: WorkHooks, control: RunControl): Promise<WorkEnd> {
  return withCleanup(async (atEnd) => {
    const ledger = await settings.openLedger();
    atEnd(() => ledger.close());
    const { queue } = ledger;
    if (!queue) throw new Refusal('work', hostsMessage('one_host', { ledger: ledger.path }));
    await queue.enter();
    const client = openClient(settings);
    atEnd(() => client.close());
    const { notice } = hooks;
    await signIn(client, { ...hooks, creates: true });
    const counts: Record<string, number> = {};
    const worker = new Worker(
      { ...settings, ledger, queue },
      {
        ...hooks,
        onEnded: (submission, row, outcome) => {
          counts[outcome.status] = (counts[outcome.status] ?? 0) + 1;
          hooks.onEnded?.(submission, row, outcome);
        },
      },
    );
    worker.stopOn(control);
    const named = new Set<string>();
    let isLeft = true;
    try {
      await worker.run(async () => {
        const { chunks, foreign } = await queue.left();
        for (const { runId, version } of foreign) {
          if (!named.has(runId)) notice?.(hostsMessage('other_version', { runId, version }));
          named.add(runId);
        }
        isLeft = chunks > 0 || foreign.length > 0;
        return settings.untilEmpty && chunks === 0;
      });
    } catch (error) {
      // Rows have ended here, so this is not a refusal.
      if (!(error instanceof LedgerError) || Object.keys(counts).length === 0) throw error;
      return { exitCode: EXIT.stopped, counts, halted: error.told };
    }
    // Rows of another version remain, so the queue is not empty. A signal is not a failure.
    const early = settings.untilEmpty && control.signals === 0 && isLeft;
    const exitCode = worker.halted !== undefined || early ? EXIT.stopped : EXIT.ok;
    return { exitCode, counts, halted: worker.halted };
  });
}
