// migrate: data files of the earlier shape to the 1.32 shape.
import { type ArgsOf, command, hidden } from '../../command.ts';
import { COMMON, CSV, KIND } from '../../flags.ts';

const CHECK = { check: { type: 'boolean', does: 'The earlier name of --dry-run' } } as const;

export const migrate = command({
  name: 'migrate',
  does: 'Convert CSV, JSON or NDJSON files to the 1.32 shape; nothing is lost',
  group: 'Migration',
  manual: 'data-migration',
  words: { paths: { type: 'list', path: 'tree', does: 'Files, or folders of them' } },
  flags: {
    out: {
      type: 'string',
      path: 'folder',
      value: 'DIR',
      does: 'The folder for the converted files (required)',
    },
    'dry-run': { type: 'boolean', does: 'Show what would change, and write nothing' },
    ...hidden(CHECK),
    'amount-is-receiver-amount': {
      type: 'boolean',
      does: 'amount is already the amount in the destination currency: rename it to receiverAmount',
    },
    'accept-suggestions': { type: 'boolean', does: 'Use the suggestions of the todo file' },
    todo: {
      type: 'list',
      path: 'file',
      value: 'FILE',
      does: 'A todo file with its answers filled in; repeatable',
    },
    ...KIND,
    map: CSV.map,
    delimiter: CSV.delimiter,
    ...COMMON,
  },
  examples: [
    { line: 'migrate samples/customers-earlier-shape.csv --dry-run', does: 'What would change' },
    { line: 'migrate samples/company/data --out migrated', does: 'Every data file of a folder' },
  ],
});

export type MigrateArgs = ArgsOf<typeof migrate>;
