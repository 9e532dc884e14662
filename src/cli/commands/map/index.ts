// map: a draft of the import profile for a file with another layout.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, CSV, SHEET } from '../../flags.ts';

export const map = command({
  name: 'map',
  does: 'Draft an import profile for a finance export, and show three rows as it reads them',
  group: 'Pay',
  manual: 'import-profiles',
  words: { file: { type: 'string', path: 'file', required: true, does: 'A CSV file or a workbook (.xlsx)' } },
  flags: {
    out: {
      type: 'string',
      path: 'written',
      value: 'NEW',
      does: 'A new file for the profile',
      default: 'standard output',
    },
    delimiter: CSV.delimiter,
    ...SHEET,
    config: COMMON.config,
  },
  examples: [
    { line: 'map samples/export/zahlungslauf.csv', does: 'Which column is what, and what is missing' },
    {
      line: 'map samples/export/zahlungslauf.xlsx --sheet Zahlungslauf --out profile.json',
      does: 'Write the draft, to be filled in',
    },
  ],
});

export type MapArgs = ArgsOf<typeof map>;
