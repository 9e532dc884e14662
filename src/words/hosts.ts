// Sentences about a run that several hosts share.
import type { HostsMessages } from '../batch/hosts/messages.ts';
import type { WordsOf } from '../message.ts';

export const HOSTS: WordsOf<HostsMessages> = {
  run_over: () => 'it is over',
  nothing_left: () => 'nothing is left',
  worker_ends: () => 'it ends',
  lease_over: () => 'this process was paused, or could not reach the ledger, for longer than its lease',
  defect: () => 'a defect',
  settings_altered: () =>
    'its settings were changed in the database. Find out by whom. Running the same file again continues',
  run_refused: ({ runId, why }, say) => `run ${runId}: ${say(why)}`,
  ledger_lost: ({ why, runId, kept = '', failure }, say) => {
    const keeping = kept === '' ? '' : ` (those that were there are kept as ${kept}: leave them there)`;
    const told = failure
      ? `no results were written (${say(failure)})`
      : `the results tell what this process knows of them${keeping}`;
    return `${say(why)}. The ledger couldn't be asked how the rows stand, and some may have been paid: ${told}. Once it can be asked, paybatch results ${runId} tells how each row stands`;
  },
  row_unasked: ({ runId }) =>
    `the ledger couldn't be asked how it stands: once it can be, paybatch results ${runId} tells`,
  other_version: ({ runId, version }) =>
    `run ${runId} was submitted by version ${version}: only workers of that version send its rows`,
  resolved_not_created: ({ reason }) => `resolved as not created: ${reason}`,
};
