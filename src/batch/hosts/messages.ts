// Messages about a run that several hosts share. Their sentences are in words/hosts.ts.
import { type Message, messagesOf } from '../../message.ts';

export interface HostsMessages {
  /** Why this process starts no more rows. They stay open for other workers. */
  left_to_others: object;
  /** Its lease was over. `worker`: its new id. */
  renewed: { worker: string };
  /** This process could not look for hosts that stopped reporting. */
  sweep_failed: { why: Message };

  // Why a command can't work on a run of its file.
  one_host: { ledger: string };
  submitted_meanwhile: { file: string };
  submitted_by_version: { file: string; runId: string; version: string };
  signal_while_waiting: { file: string; runId: string };
  /** `how`: how the submission differs from this command. `name`: the flag, or the part of the config. */
  submitted_otherwise: {
    file: string;
    runId: string;
    name: string;
    how: 'with' | 'without' | 'with_another';
    isCutOff: boolean;
  };

  // Notices of a command before it works on an open run.
  being_submitted: { runId: string };
  run_in_progress: { runId: string; isDetached: boolean };

  settings_altered: object;
  row_altered: object;
  plan_altered: { name: string };
  run_refused: { runId: string; why: Message };
  other_version: { runId: string; version: string };
  resolved_not_created: { reason: string };
}

export const hostsMessage = messagesOf<HostsMessages>();
