// What a person resolved on the command line or in a sheet, checked before the ledger is opened.
import { oneSpelling } from '../../../interface/created-id.ts';
import type { ResolveArgs } from '../../definitions/inspect.ts';
import { readSheet, type SheetLine } from '../../doubts-sheet.ts';
import { UsageError } from '../../io.ts';

export interface Word {
  readonly as: 'created' | 'not-created';
  readonly createdId: string | null;
  readonly reason: string;
}

/** Rows of a run, and what became of each. */
export interface Wanted {
  readonly run: string;
  readonly rows:
    | { readonly by: 'all' }
    | { readonly by: 'reference'; readonly reference: string }
    | { readonly by: 'line'; readonly from: number; readonly to: number };
  readonly word: Word;
  /** The line of a sheet that says so. */
  readonly sheet?: SheetLine;
}

export async function readWanted(args: ResolveArgs): Promise<Wanted[]> {
  return args.from === undefined ? fromFlags(args) : fromSheet(args, args.from);
}

const given = (value: string | undefined): string | undefined => {
  const text = value?.trim();
  return text === '' ? undefined : text;
};

function fromFlags(args: ResolveArgs): Wanted[] {
  const run = given(args.run);
  if (run === undefined)
    throw new UsageError('resolve: name the run, or give --from FILE. See paybatch doubts');
  if (args.as === undefined) throw new UsageError('--as is needed: created or not-created');
  const reason = given(args.reason);
  if (args.as === 'not-created' && reason === undefined)
    throw new UsageError('--reason is needed with --as not-created: how you know, for later readers');
  const reference = given(args.reference);
  const lines = args.line.map(lineRange);
  const rows: Wanted['rows'][] = [
    ...lines,
    ...(reference === undefined ? [] : [{ by: 'reference', reference } as const]),
    ...(args.all ? [{ by: 'all' } as const] : []),
  ];
  if (
    rows.length === 0 ||
    (lines.length > 0 && rows.length > lines.length) ||
    (args.all && reference !== undefined)
  )
    throw new UsageError('name the rows: --line N (or N-M, repeatable), --reference R, or --all');
  const id = given(args['transfer-id']) ?? given(args['customer-id']);
  const isOne =
    rows.length === 1 && (reference !== undefined || (!args.all && lines[0]?.from === lines[0]?.to));
  if (args.as === 'created' && id !== undefined && !isOne)
    throw new UsageError(
      'one id belongs to one row: for several rows use --from FILE (the CSV of paybatch doubts --csv), or paybatch reconcile',
    );
  const word = wordOf(args.as, id, reason, '');
  return rows.map((one) => ({ run, rows: one, word }));
}

function lineRange(text: string): Extract<Wanted['rows'], { by: 'line' }> {
  const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(text.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === '' || from > to)
    throw new UsageError(`--line ${text}: expected a line such as 7, or lines such as 80-95`);
  return { by: 'line', from, to };
}

async function fromSheet(args: ResolveArgs, file: string): Promise<Wanted[]> {
  const other = (['run', 'reference', 'as', 'transfer-id', 'customer-id'] as const).find(
    (name) => args[name] !== undefined,
  );
  if (other !== undefined || args.line.length > 0 || args.all)
    throw new UsageError(`--from names runs, rows and ids by itself: leave out ${other ?? 'the rest'}`);
  const lines = await readSheet(file);
  if (lines.length === 0)
    throw new UsageError(`${file}: the column "as" is empty in every row: there is nothing to resolve`);
  return lines.map((sheet) => {
    const { as, at, cell } = sheet;
    const reason = given(cell('reason')) ?? given(args.reason);
    if (as === 'not-created' && reason === undefined)
      throw new UsageError(`${file}:${at}: the reason is empty, and there is no --reason for all`);
    const line = Number(cell('line'));
    const word = wordOf(as, given(cell('transferId')), reason, `${file}:${at}: `);
    return { run: cell('run'), rows: { by: 'line', from: line, to: line }, word, sheet };
  });
}

/** What our own help and reports print in the place of an id. */
const PLACEHOLDER = /^<?(?:(?:transfer|customer)[_-]?)?id>?$/i;

function wordOf(as: Word['as'], id: string | undefined, why: string | undefined, place: string): Word {
  const reason = why ?? id ?? ''; // an id is a reason by itself
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
  if (/^[.\u2026\s]*$/.test(reason))
    refuse(`"${reason}" is a placeholder: write how you know. Nothing was changed`);
  if (id !== undefined && !/^[\x21-\x7e]{1,200}$/.test(id))
    refuse('the id must be 1 to 200 visible ASCII characters without spaces');
  return { as, createdId: id === undefined ? null : oneSpelling(id), reason };
}
