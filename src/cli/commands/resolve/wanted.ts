// What a person said on the command line or in a sheet, checked before the ledger is opened.
import { oneSpelling } from '../../../interface/created-id.ts';
import type { ResolveArgs } from '../../definitions/inspect.ts';
import { type Filled, readSheet } from '../../doubts-sheet.ts';
import { UsageError } from '../../io.ts';

/** A person's word about a row, whichever row it turns out to be. */
export interface Word {
  readonly as: 'created' | 'not-created';
  readonly createdId: string | null;
  readonly reason: string;
}

export type Wanted =
  | {
      readonly by: 'flags';
      readonly run: string;
      readonly lines: readonly { readonly from: number; readonly to: number }[];
      readonly reference: string | undefined;
      readonly all: boolean;
      readonly word: Word;
    }
  | { readonly by: 'sheet'; readonly rows: readonly (Filled & { readonly word: Word })[] };

export async function readWanted(args: ResolveArgs): Promise<Wanted> {
  return args.from === undefined ? fromFlags(args) : fromSheet(args, args.from);
}

const filled = (value: string | undefined): string | undefined => {
  const text = value?.trim();
  return text === '' ? undefined : text;
};

function fromFlags(args: ResolveArgs): Wanted {
  const run = filled(args.run);
  if (run === undefined)
    throw new UsageError('resolve: name the run, or give --from FILE. See paybatch doubts');
  const id = filled(args['transfer-id']) ?? filled(args['customer-id']);
  if (args.as === undefined) throw new UsageError('--as is needed: created or not-created');
  if (args.as === 'not-created' && filled(args.reason) === undefined)
    throw new UsageError('--reason is needed with --as not-created: how you know, for later readers');
  const reference = filled(args.reference);
  const ways = [args.line.length > 0, reference !== undefined, args.all].filter(Boolean).length;
  if (ways !== 1)
    throw new UsageError('name the rows: --line N (or N-M, repeatable), --reference R, or --all');
  const lines = args.line.map(lineRange);
  const [first] = lines;
  const single = reference !== undefined || (lines.length === 1 && first?.from === first?.to && !args.all);
  if (args.as === 'created' && id !== undefined && !single)
    throw new UsageError(
      'one id belongs to one row: for several rows use --from FILE (the CSV of paybatch doubts --csv), or paybatch reconcile',
    );
  return {
    by: 'flags',
    run,
    lines,
    reference,
    all: args.all,
    word: wordOf(args.as, id, filled(args.reason), ''),
  };
}

function lineRange(text: string): { from: number; to: number } {
  const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(text.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === '' || from > to)
    throw new UsageError(`--line ${text}: expected a line such as 7, or lines such as 80-95`);
  return { from, to };
}

async function fromSheet(args: ResolveArgs, file: string): Promise<Wanted> {
  const other = (['run', 'reference', 'as', 'transfer-id', 'customer-id'] as const).find(
    (name) => args[name] !== undefined,
  );
  if (other !== undefined || args.line.length > 0 || args.all)
    throw new UsageError(`--from names runs, rows and ids by itself: leave out ${other ?? 'the rest'}`);
  const rows = (await readSheet(file)).map((row) => {
    const reason = filled(row.reason) ?? filled(args.reason);
    if (row.as === 'not-created' && reason === undefined)
      throw new UsageError(`${file}:${row.at}: the reason is empty, and there is no --reason for all`);
    return { ...row, word: wordOf(row.as, filled(row.transferId), reason, `${file}:${row.at}: `) };
  });
  if (rows.length === 0)
    throw new UsageError(`${file}: the column "as" is empty in every row: there is nothing to resolve`);
  return { by: 'sheet', rows };
}

/** What our own help and reports print in the place of an id. */
const PLACEHOLDER = /^<?(?:(?:transfer|customer)[_-]?)?id>?$/i;

function wordOf(as: Word['as'], id: string | undefined, given: string | undefined, place: string): Word {
  // An id is a reason by itself.
  const reason = given ?? id ?? '';
  if (as === 'created' && id === undefined)
    throw new UsageError(
      `${place}created needs --transfer-id (of a customer: --customer-id; in a sheet the column transferId): the service's id of what you found`,
    );
  if (as === 'not-created' && id !== undefined)
    throw new UsageError(`${place}not-created has no id: the id belongs to created`);
  if (id !== undefined && PLACEHOLDER.test(id))
    throw new UsageError(
      `${place}${id} is a placeholder: write the id that the service shows. Nothing was changed`,
    );
  if (/^[.\u2026\s]*$/.test(reason))
    throw new UsageError(`${place}"${reason}" is a placeholder: write how you know. Nothing was changed`);
  if (id !== undefined && !/^[\x21-\x7e]{1,200}$/.test(id))
    throw new UsageError(`${place}the id must be 1 to 200 visible ASCII characters without spaces`);
  return { as, createdId: id === undefined ? null : oneSpelling(id), reason };
}
