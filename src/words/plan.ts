// Sentences about rows and files compared with the ledger, the history checks, and plans.
import type { Far, HistoryMessages, KnownMessages, PlanMessages } from '../batch/plan/messages.ts';
import type { DoubtPlace } from '../batch/results/messages.ts';
import type { WordsOf } from '../message.ts';
import { placedIssue, warningText } from './issues.ts';

const stateText = (state: string): string => `"${state.replace('_', ' ')}"`;

/** Why a member differs. The others can differ only if a person changed the plan. */
const MEMBERS: Readonly<Record<string, string>> = {
  settings: 'the profile, checks, payee or alikeDays in the config were changed since the plan was made',
  rowsDigest:
    'the file is the same, but its rows are read differently: the settings were changed since the plan was made',
};

export const PLAN: WordsOf<PlanMessages> = {
  row_unpriced: ({ failure }, say) => `no quote, so no plan: ${say(failure)}`,
  row_unquoted: ({ line, failure }, say) => `line ${line}: no quote: ${say(failure)}`,
  row_dearer: ({ line, why }, say) => `line ${line}: ${say(why)}`,
  prices_moved: ({ first, more }, say) =>
    `the prices have changed: ${say(first)}${more > 0 ? `; and ${more} more` : ''}`,
  pricing_stopped: ({ reason }, say) => `stopped while the rows were quoted: ${say(reason)}`,

  nothing_to_plan: ({ held }) => {
    const why = `Possible duplicates: ${held} (paybatch check --history names them). Remove duplicates, or plan other payments with --alike-ok`;
    return `no row can be sent${held > 0 ? `. ${why}` : ''}. No plan was written`;
  },

  ledger_replaced: ({ height, sequence, plan }) => {
    const why =
      height < sequence
        ? `the ledger ends at entry ${height}, and had ${sequence} when it was made`
        : `the ledger has another entry ${sequence} than when it was made`;
    return `${why}: an older copy of the ledger was put in its place, or the plan was written by hand. Payments of this plan may be missing in the ledger: restore the right ledger (paybatch ledger verify --against ${plan} shows whether it is the right one), or ask the service what was sent`;
  },
  clock_behind: ({ what, name, at, now }) => {
    const whats = {
      plan: 'the plan',
      signature: `the signature of "${name}"`,
      ledger: 'the last entry of the ledger',
    };
    return `${whats[what]} is from ${at}, but this machine's clock shows ${now}: set the clock`;
  },
  made_elsewhere: ({ member, was, is }) =>
    member === 'environment'
      ? `it was made for the environment ${was}, but this is ${is}`
      : `it was made with the ledger ${was}, but this is ${is}`,
  approved_file_changed: ({ path }) => `${path} was changed since the plan was made`,
  member_differs: ({ member, file }) => {
    if (member === 'digest')
      return `${file} is not the file that was planned: use the planned file, or make another plan`;
    const other = `its "${member}" does not match its file: the plan was written by hand, or by another version`;
    return MEMBERS[member] ?? other;
  },
  row_differs: ({ line, was, is, issue }, say) => {
    const why = issue ? ` (${placedIssue(line, issue, say)})` : '';
    return `line ${line} is ${stateText(was)} in the plan, but ${stateText(is)} now${why}: make another plan, or undo the change`;
  },
  row_known_since: ({ line, state, runId }) =>
    `after the plan was made, line ${line} was sent outside this plan: ${state} in run ${runId}`,
  warning_unsaid: ({ line, rows, ...warning }, say) =>
    `the plan does not show a warning to its approvers: line ${line}: ${warningText(warning, rows, say)}. The plan was written by hand, or by another version. Make another plan`,
  plan_used_up: ({ held }) => {
    const kept =
      held === 0 ? '' : ` (it holds ${held} as possible duplicates: plan those in a separate file)`;
    return `all rows of this plan are paid already: there is nothing to send${kept}`;
  },

  held_by_plan: ({ line, runId, plan }) =>
    `possible duplicate of line ${line} of run ${runId}, held by ${plan}: if it is another payment, make another plan with --alike-ok`,
  not_in_plan: ({ plan }) => `not among the rows that ${plan} was approved for: make another plan`,
};

function farText({ kind, times }: Far): string {
  if (kind === 'tenth') return 'a tenth of the usual or less';
  return `${kind === 'more_than' ? 'more than ' : ''}${times} times the usual`;
}

const placeText = ({ line, runId }: DoubtPlace): string => `on line ${line} of run ${runId}`;

/** The line is that of this file: its retry file has other lines. */
const acceptHint = (check: string, line: number): string => {
  const [ask, what] =
    check === 'payeeChanged'
      ? ['Ask the payee, at a telephone number that you already had. ', 'the account']
      : ['', 'it'];
  return `${ask}If ${what} is right, run this file again (not its retry file) with --accept ${check}:${line}`;
};

export const HISTORY: WordsOf<HistoryMessages> = {
  payee_column_missing: ({ name }) =>
    `the header has no column "${name}". payee in the config file names it as the column that says who is paid, and checks.payeeChanged is "error"`,
  payees_not_compared: () => 'is not a column of this file: payees are not compared',

  payee_empty: () => 'is empty: the account cannot be compared with the last one of this payee',
  other_account: ({ payee, account, place }) =>
    `is not the account at which this payee (${payee}) was last paid: ${account}, ${placeText(place)}`,
  first_payment: ({ amount, currency }) =>
    `was never paid before: ${amount} ${currency} would be the first payment to it`,
  amount_unusual: ({ far, of, account, usual, currency, place }) =>
    `is ${farText(far)}: the median of the last ${of} payments to ${account} is ${usual} ${currency}; the last of them is ${placeText(place)}`,
  total_unusual: ({ far, of, usual, currency, last, runId }) =>
    `is ${farText(far)}: the median of the last ${of} files is ${usual} ${currency}; the last of them had ${last} ${currency} (run ${runId})`,
  total_unusual_here: ({ deviation }, say) => `${say(deviation)}; the file's largest row is here`,
  deviation_accepted: ({ deviation }, say) => `${say(deviation)}; accepted (--accept)`,
  deviation_refused: ({ value, deviation, check, line }, say) =>
    `"${value}" ${say(deviation)}. ${acceptHint(check, line)}`,
  total_refused: ({ value, deviation, line }, say) =>
    `the total of ${value} ${say(deviation)}; its largest row is on line ${line}. If it is right, add --accept totalUnusual:${line}`,
};

export const KNOWN: WordsOf<KnownMessages> = {
  rows_at_work: ({ other, canStop }) => {
    const who = other
      ? `run ${other.id} (process ${other.pid} on ${other.host}, ${other.file})`
      : 'another run';
    const wait =
      other && canStop
        ? `wait until it has ended, or stop it (paybatch stop ${other.id})`
        : 'wait until it has ended';
    const then = other ? `see paybatch status ${other.id}, and ` : '';
    return `${who} is working on these rows now: ${wait}. Then ${then}run this command again only if rows are left`;
  },
  read_otherwise: ({ runId }) =>
    `run ${runId} read the same file with other parse settings, and some of its rows were paid or are in doubt. With these settings they may be sent again`,
  customers_not_detached: () =>
    'customers are created by the host that reads their file: run it without --detach',
  customers_unpriced: () => 'customers have no price: use check or run',
  cost_unquoted: () => 'the cost of the rows is unknown without quotes',
  not_confirmed: () => 'not confirmed',

  evidence_accepted: ({ objections }, say) => objections.map(say).join('; '),
  ledger_objection: ({ why, ledger }, say) => `${say(why)}. This ledger is ${ledger}`,
  unknown_to_ledger: ({ file, place, createdId }) =>
    `${file}:${place} has ${createdId} as created, but this ledger does not know it: the ledger is new, older or a different one`,
  results_unreadable: ({ fault }, say) =>
    `${say(fault)}. These results may name payments that this ledger does not know`,
  other_ledger: ({ file, ledgerId }) => `${file} was written with another ledger (id ${ledgerId})`,
  older_ledger: ({ file, sequence, height }) =>
    `${file} was written when this ledger had ${sequence} entries; now it has ${height}, so it is an older copy`,
  other_copy: ({ file }) =>
    `${file} was written with another copy of this ledger: a backup was restored and used since`,
};
