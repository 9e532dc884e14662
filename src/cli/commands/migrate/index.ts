// migrate: old-shape data files to the 1.32 shape.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, CSV, KIND } from '../../flags.ts';

export const migrate = command({
  name: 'migrate',
  does: 'old-shape CSV, JSON or NDJSON to the 1.32 shape; nothing is lost',
  words: { paths: { type: 'list', path: 'tree', does: 'files, or folders of them' } },
  flags: {
    out: { type: 'string', path: 'folder', does: 'folder for what is written (needed)' },
    ...KIND,
    'amount-is-receiver-amount': {
      type: 'boolean',
      does: 'amount already is the amount in the destination currency: it becomes receiverAmount',
    },
    'accept-suggestions': { type: 'boolean', does: 'use the suggestions of the todo file' },
    todo: {
      type: 'list',
      path: 'file',
      does: 'a todo file with its answers filled in; of several inputs, its name says whose; repeatable',
    },
    check: { type: 'boolean', does: 'say what would change, and write nothing' },
    map: CSV.map,
    delimiter: CSV.delimiter,
    ...COMMON,
  },
  examples: [
    { line: 'migrate samples/customers-earlier-shape.csv --check', does: 'what would change' },
    { line: 'migrate samples/company/data --out migrated', does: 'every data file of a folder' },
  ],
});

export type MigrateArgs = ArgsOf<typeof migrate>;
