// What is told of a run that several hosts share. The sentences are in words/hosts.ts.
import { type Message, messagesOf } from '../../message.ts';

export interface HostsMessages {
  // Why this process leaves its rows to others.
  run_over: object;
  nothing_left: object;
  worker_ends: object;
  lease_over: object;
  defect: object;

  settings_altered: object;
  run_refused: { runId: string; why: Message };
  /** `kept`: the name of earlier results; empty: none. `failure`: no results were written. */
  ledger_lost: { why: Message; runId: string; kept?: string; failure?: Message };
  row_unasked: { runId: string };
  other_version: { runId: string; version: string };
  resolved_not_created: { reason: string };
}

export const hostsMessage = messagesOf<HostsMessages>();
