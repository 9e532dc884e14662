// The resolutions of a command line or of a sheet, checked before the ledger is opened.
import { plain } from '../../../files/plain.ts';
import { canBeId, oneSpelling } from '../../../interface/created-id.ts';
import { readSheet, type SheetLine } from '../../../report/doubts-sheet.ts';
import type { ResolveArgs } from '../../definitions/inspect.ts';
import { UsageError } from '../../io.ts';

export interface PersonResolution {
  readonly as: 'created' | 'not-created';
  readonly createdId: string | null;
  readonly reason: string;
}

/** Rows of a run, and the resolution of each. */
export interface Wanted {
  readonly run: string;
  /** The end of "no row in doubt": ` with line 7`; empty for all rows. */
  readonly name: string;
  readonly matches: (row: { readonly line: number; readonly reference: string }) => boolean;
  /** A range takes only its rows in doubt. A row that is named alone must be in doubt. */
  readonly isSeveral: boolean;
  readonly resolution: PersonResolution;
  /** The flag that gave the id, if one did. */
  readonly idFlag?: string;
  /** The line of the sheet. */
  readonly sheet?: SheetLine;
}

type WantedRows = Pick<Wanted, 'name' | 'matches' | 'isSeveral'>;

export async function readWanted(args: ResolveArgs): Promise<Wanted[]> {
  return args.from === undefined ? fromFlags(args) : fromSheet(args, args.from);
}

const given = (value: string | undefined): string | undefined => value?.trim() || undefined;

function fromFlags(args: ResolveArgs): Wanted[] {
  const run = given(args.run);
  if (run === undefined)
    throw new UsageError('resolve: name the run, or give --from FILE. See paybatch doubts');
  if (args.as === undefined) throw new UsageError('--as is needed: created or not-created');
  const reason = given(args.reason);
  if (args.as === 'not-created' && reason === undefined)
    throw new UsageError('--reason is needed with --as not-created: how you know, for later readers');
  const rows = rowsOf(args);
  const id = given(args['transfer-id']) ?? given(args['customer-id']);
  if (args.as === 'created' && id !== undefined && (rows.length > 1 || rows[0]?.isSeveral))
    throw new UsageError('one id belongs to one row: for several rows use --from, or paybatch reconcile');
  const resolution = resolutionOf(args.as, id, reason, '');
  const idFlag = (['transfer-id', 'customer-id'] as const).find((flag) => given(args[flag]) !== undefined);
  return rows.map((one) => ({ ...one, run, resolution, ...(idFlag && { idFlag: `--${idFlag}` }) }));
}

/** Errors: {@link UsageError} if no row is named. */
function rowsOf(args: ResolveArgs): WantedRows[] {
  const lines = args.line.map(linesOf);
  const reference = given(args.reference);
  if (lines.length === 0 && reference === undefined && !args.all)
    throw new UsageError('name the rows: --line N (or N-M, repeatable), --reference R, or --all');
  if (args.all) return [{ name: '', matches: () => true, isSeveral: true }];
  if (reference === undefined) return lines;
  const matches: Wanted['matches'] = (row) => row.reference === reference;
  return [{ name: ` with reference ${reference}`, matches, isSeveral: false }];
}

function linesOf(text: string): WantedRows {
  const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(text.trim()) ?? [];
  if (first === '' || Number(first) > Number(last))
    throw new UsageError(`--line ${text}: expected a line such as 7, or lines such as 80-95`);
  return linesFrom(Number(first), Number(last));
}

const linesFrom = (first: number, last = first): WantedRows => ({
  name: first === last ? ` with line ${first}` : ` with lines ${first}-${last}`,
  matches: ({ line }) => line >= first && line <= last,
  isSeveral: first !== last,
});

async function fromSheet(args: ResolveArgs, file: string): Promise<Wanted[]> {
  if (args.run !== undefined) throw new UsageError('--from names its runs itself: leave out RUN');
  const lines = await readSheet(file);
  if (lines.length === 0)
    throw new UsageError(`${file}: the column "as" is empty in every row: there is nothing to resolve`);
  return lines.map((sheet) => {
    const { as, line: at, cell } = sheet;
    const reason = given(cell('reason')) ?? given(args.reason);
    if (as === 'not-created' && reason === undefined)
      throw new UsageError(`${file}:${at}: the reason is empty, and there is no --reason for all`);
    const resolution = resolutionOf(as, given(cell('transferId')), reason, `${file}:${at}: `);
    return { ...linesFrom(Number(cell('line'))), run: cell('run'), resolution, sheet };
  });
}

/** The placeholders of an id in our help and reports. */
const PLACEHOLDER = /^<?(?:(?:transfer|customer)[_-]?)?id>?$/i;

function resolutionOf(
  as: PersonResolution['as'],
  id: string | undefined,
  why: string | undefined,
  place: string,
): PersonResolution {
  const refuse = (message: string): never => {
    throw new UsageError(place + message);
  };
  if (as === 'created' && id === undefined)
    refuse(
      "created needs --transfer-id (of a customer: --customer-id; in a sheet the column transferId): the service's id of what you found",
    );
  if (as === 'not-created' && id !== undefined) refuse('not-created has no id: the id belongs to created');
  if (id !== undefined && PLACEHOLDER.test(id))
    refuse(`${id} is a placeholder: write the id that the service shows. Nothing was changed`);
  if (id !== undefined && !canBeId(id))
    refuse(
      `${plain(id)} can't be an id: an id has 1 to 200 visible ASCII characters and no spaces. Did a spreadsheet change it? Then format its column as text`,
    );
  // An id is a reason by itself.
  const reason = why ?? id ?? '';
  // The command as doubts and reports print it: somebody who pasted it has not found out anything.
  if (/^[.\u2026\s]*$/.test(reason))
    refuse(`"${reason}" is a placeholder: write how you know. Nothing was changed`);
  return { as, createdId: id === undefined ? null : oneSpelling(id), reason };
}
