// Sentences about results files and retry files.
import type { ResultsFileMessages } from '../batch/results/messages.ts';
import { RETRY_COLUMN } from '../interface/columns.ts';
import type { WordsOf } from '../message.ts';
import { KIND_WORDS } from './kinds.ts';

const OVERWRITTEN: Readonly<Record<ResultsFileMessages['results_overwrite']['what'], string>> = {
  ledger: 'the ledger: choose another name',
  input: 'the input',
  foreign: 'a file that is not a results file of paybatch',
};

const FILE: Readonly<Record<ResultsFileMessages['file_unwritable']['file'], string>> = {
  results: 'the results',
  retry: 'the retry file',
};

const NO_PERMISSION = 'no permission';
const NO_ROOM = 'there is no room on the disk';
const MOUNTED =
  'it is mounted by itself and cannot be replaced. Mount its folder instead, or choose another name with --results';
const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: NO_PERMISSION,
  EROFS: NO_PERMISSION,
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EXDEV: MOUNTED,
  EBUSY: MOUNTED,
  EPERM:
    'the file that is there cannot be replaced (immutable; see lsattr). Remove it, or choose another name with --results',
};

const CORRECT = `Correct or remove each invalid or rejected row, as its reason asks.
If all rejected rows have the same reason, first check the settings (paybatch doctor).`;
const HELD = 'Remove each row that repeats a payment. Run the others in a separate file, with --alike-ok.';
const KEEP_REFERENCE = `${CORRECT}
If you correct a row, do not change its reference, or it can be paid twice.
Change it only if the reason below is about the reference. Then remove the row from the original file, too.`;
const KEEP_TIE = `${CORRECT}
If you correct a row, do not change its column ${RETRY_COLUMN}: it names the row of the original file.`;

function reasonsHead({
  kind,
  rows,
  runId,
  input,
  retry,
  advice,
}: ResultsFileMessages['reasons_head']): string {
  const [count, them] = rows === 1 ? ['1 row', 'it'] : [`${rows} rows`, 'them'];
  const again = `Do not correct ${them}: run ${input} again with the same command.`;
  const funds = `First top up the wallet from which the rows are paid.\n${again}`;
  const then = `Then run ${retry} with the same flags.`;
  const next = {
    again,
    funds,
    held: HELD,
    reference: `${KEEP_REFERENCE}\n${then}`,
    tie: `${KEEP_TIE}\n${then}`,
  }[advice];
  return `${count} of ${input} not ${KIND_WORDS[kind].done} (run ${runId}), and the reasons.\n${retry} contains these rows in the same order.\n${next}\n\n`;
}

/** `line 5  INV-1044  12.00 GBP  invalid`, and the reasons below it. */
function reasonsRow(row: ResultsFileMessages['reasons_row']): string {
  const status = row.httpStatus === '' ? row.status : `${row.status}  HTTP ${row.httpStatus}`;
  const head = [`line ${row.line}`, row.reference, row.sum, status].filter((text) => text !== '');
  return `${head.join('  ')}\n    ${row.errorMessage}\n`;
}

export const RESULTS: WordsOf<ResultsFileMessages> = {
  results_overwrite: ({ path, what }) => `${path}: the results would overwrite ${OVERWRITTEN[what]}`,
  file_unwritable: ({ path, file, why }, say) =>
    `${path === undefined ? '' : `${path}: `}${FILE[file]} can't be written: ${say(why)}`,
  not_a_file: () => 'not a file',
  system_refuses: ({ code = '', said }) => SYSTEM[code] ?? said,
  results_kept: ({ path, kept }) =>
    `${path} names payments that this ledger does not know, is of another environment, or cannot be read. It is kept as ${kept}: leave that file in this folder`,
  results_cut_off: () => 'the file was cut off here',
  rows_differ: ({ file, results }) => `the file has ${file} rows, the results ${results}`,
  totals_differ: ({ currency, file, results }) =>
    `the file's total is ${file} ${currency}, the results' ${results}`,
  no_results: () => 'this is not a results file: columns are missing',
  reasons_head: reasonsHead,
  reasons_row: reasonsRow,
};
