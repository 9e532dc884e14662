// Sentences about unusable tables.
import type { CsvMessages, QuoteFlaw } from '../csv/messages.ts';
import { meantText } from '../csv/suggest.ts';
import { shellQuoted } from '../files/plain.ts';
import type { EndedFieldMessages } from '../interface/file-kind.ts';
import type { WordsOf } from '../message.ts';

const WHOLE_CELL = 'put the whole cell in quotes and double the quotes inside it';
const QUOTES: Readonly<Record<Exclude<QuoteFlaw, 'long'>, string>> = {
  middle: `a quote (") is in the middle of an unquoted cell: ${WHOLE_CELL}`,
  after: `text follows a closing quote ("): ${WHOLE_CELL}`,
  open: 'a quote (") is opened here or below and never closed: close it, or double the quotes inside the cell',
};

const MARKS: Readonly<Record<string, string>> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab' };

const sign = (delimiter: string): string => (delimiter === '\t' ? 'tab' : `"${delimiter}"`);

function recordWidth({ cells, names, isLastEmpty, delimiter }: CsvMessages['record_width']): string {
  const mark = delimiter === undefined ? 'the delimiter' : (MARKS[delimiter] ?? `a "${delimiter}"`);
  const what = `the row has ${cells} cells, but the header has ${names}`;
  if (cells < names) return `${what}: export the file again, or add the missing cells`;
  const quote = `if a cell contains ${mark}, put quotes around it`;
  return isLastEmpty === true && cells === names + 1 && delimiter !== undefined
    ? `${what}: if each row ends with one ${sign(delimiter)} too many, remove it; ${quote}`
    : `${what}: ${quote}`;
}

function whichSheet({ wanted, meant, sheets }: CsvMessages['which_sheet']): string {
  const listed = sheets.map((name) => `"${name}"`).join(', ');
  if (wanted !== undefined) return `has no sheet "${wanted}"${meantText(meant)}: it has ${listed}`;
  const has = sheets.length > 0 ? `${sheets.length} sheets (${listed})` : 'no sheet that is not hidden';
  return `has ${has}: name one with --sheet, or "sheet" in an import profile`;
}

const endedText = (use: string | null): string => {
  if (use === null) return 'remove it';
  return use === 'receiverAmount' ? `use ${use}, the amount in the destination currency` : `use ${use}`;
};

export const CSV: WordsOf<CsvMessages & EndedFieldMessages> = {
  no_header: () => 'the table is empty: it needs a header line',
  separator_line: () =>
    'this line tells spreadsheets which character separates the cells: delete it, or skip it in an import profile ("skipRows": 1)',
  foreign_header: ({ file, isOneCell }) =>
    isOneCell
      ? 'the header is read as one column: leave out --delimiter, or name the character that separates the cells'
      : `most columns of this line are unknown: paybatch map ${shellQuoted(file)} drafts an import profile (for --map), which names a field for each, and the lines above the header`,
  header_cell_empty: ({ isLast, delimiter }) =>
    isLast
      ? `the header ends with one ${sign(delimiter)} too many: remove it from the end of each line, or ignore the column in an import profile ("columns": { "": null })`
      : 'the header cell is empty: name the column, remove it, or ignore it in an import profile ("columns": { "": null })',
  column_twice: ({ column, first }) =>
    `column "${column}" appears twice (first as column ${first}): rename one of them in the export`,
  field_twice: ({ field, from, other }) =>
    `${field} has two sources, "${from}" and "${other}": remove one of them`,
  column_missing: ({ column, key, meant }) =>
    `there is no column "${column}"${meantText(meant)}, which --map names${key === undefined ? '' : ` as "${key}"`}`,
  column_ended: ({ column, why }, say) => `"${column}" ${say(why)}`,
  unknown_column: ({ column, meant, prefix }) =>
    `unknown column "${column}"${meantText(meant)}. Rename it, map it with --map, or begin its name with "${prefix}" to ignore it`,
  not_a_field: ({ field, from, meant, prefix }) =>
    `"${from}" names "${field}", which is not a field${meantText(meant)}: name a field, or begin it with "${prefix}" to ignore it`,

  rows_to_skip: ({ lines, skip }) =>
    `has ${lines} ${lines === 1 ? 'line' : 'lines'}, but "skipRows" in the profile skips ${skip}`,
  lone_cr: () => 'a line ends with a lone CR (classic Mac): save the file with LF or CRLF line ends',
  quotes: ({ flaw, most }) =>
    flaw === 'long'
      ? `the row is over ${most} bytes long: a quote (") is never closed, or it has no line end`
      : QUOTES[flaw],
  last_row_cut: ({ cells, names }) =>
    `the file ends in this row, without a line break, after ${cells} of ${names} cells: it was cut short. Export it again`,
  record_width: recordWidth,

  which_sheet: whichSheet,
  workbook_is_text: () => 'has the name of a workbook, but is text: rename it to .csv',
  workbook_damaged: () =>
    'the workbook is damaged, or not a workbook: open it in a spreadsheet and save it again',
  sheet_too_wide: ({ most }) => `a cell is beyond column ${most}: save the table alone as CSV`,

  field_ended: ({ since, use }) =>
    `was removed by release ${since}: ${endedText(use)} (paybatch migrate helps)`,
  document_type_ended: ({ required }) =>
    `contains a document type that was removed by release 1.32.0: remove it; ${required} is required now (paybatch migrate helps)`,
  field_end_unclear: ({ prefix }) =>
    `belongs to the earlier shape, and the specification does not say whether it ends: remove it, or begin its name with "${prefix}" to keep it in the file`,
};
