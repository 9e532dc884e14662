// map: a draft of the import profile for a file of another form.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, CSV, SHEET } from '../../flags.ts';

export const map = command({
  name: 'map',
  does: 'draft an import profile (--map) for a finance export, with three rows as they would be read',
  words: { file: { type: 'string', path: 'file', required: true, does: 'CSV file or workbook (.xlsx)' } },
  flags: {
    out: { type: 'string', path: 'written', does: 'a new file for the profile (standard output)' },
    delimiter: CSV.delimiter,
    ...SHEET,
    config: COMMON.config,
  },
  examples: [
    { line: 'map samples/export/zahlungslauf.csv', does: 'which column is what, and what is missing' },
    {
      line: 'map samples/export/zahlungslauf.xlsx --sheet Zahlungslauf --out profile.json',
      does: 'the draft, to be filled in',
    },
  ],
});

export type MapArgs = ArgsOf<typeof map>;
