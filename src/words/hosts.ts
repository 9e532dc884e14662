// Sentences about a run that several hosts share.
import type { HostsMessages } from '../batch/hosts/messages.ts';
import type { WordsOf } from '../message.ts';

const HOW = { with: 'with', without: 'without', with_another: 'with another' } as const;

export const HOSTS: WordsOf<HostsMessages> = {
  left_to_others: () => 'this process left its rows to other workers',
  renewed: ({ worker }) =>
    `warning: this process was paused, or could not reach the ledger, for longer than its lease: it continues under a new id (${worker})`,
  sweep_failed: ({ why }, say) =>
    `warning: paybatch could not look for hosts that no longer report (${say(why)}). It tries again every second`,
  one_host: ({ ledger }) =>
    `${ledger} is a ledger for one host: several hosts need a ledger on Postgres (--ledger postgres://...)`,
  submitted_meanwhile: ({ file }) =>
    `${file}: another process has submitted this file in the meantime. This process sent nothing: run the file again`,
  submitted_by_version: ({ file, runId, version }) =>
    `${file}: version ${version} submitted run ${runId} of this file, and that run has not ended: continue with that version, or stop it (paybatch stop ${runId}) and run the file again`,
  signal_while_waiting: ({ file, runId }) =>
    `${file}: stopped by a signal while another process submits run ${runId} of this file. That process continues. This command sent nothing`,
  submitted_otherwise: ({ file, runId, name, how, isCutOff }) => {
    const state = isCutOff ? 'was interrupted while its rows were queued' : 'is in progress';
    return `${file}: run ${runId} of this file ${state}, and was submitted ${HOW[how]} ${name}: run it in the same way, or stop that run (paybatch stop ${runId}) and run the file again`;
  },
  being_submitted: ({ runId }) =>
    `run ${runId} of this file is being submitted by another process: waiting until all of it is queued`,
  run_in_progress: ({ runId, isDetached }) =>
    `run ${runId} of this file is in progress: ${isDetached ? 'it is queued already' : 'this command works on it as well'}`,
  settings_altered: () =>
    'the settings of the run were changed in the database. Find out who did this. To continue, run the same file again',
  row_altered: () =>
    'this row was changed in the database after it was queued. Find out who did this. If you run the same file again, paybatch sends the row as the file has it',
  plan_altered: ({ name }) =>
    `${name}: the ledger does not have this plan any more: the database was changed. Find out who did this`,
  run_refused: ({ runId, why }, say) => `run ${runId}: ${say(why)}`,
  other_version: ({ runId, version }) =>
    `run ${runId} was submitted by version ${version}: only workers of that version send its rows`,
  resolved_not_created: ({ reason }) => `resolved as not created: ${reason}`,
};
