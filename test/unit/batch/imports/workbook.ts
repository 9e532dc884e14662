// Workbooks for tests, built from XML, so that every cell is stored exactly as the test gives it.
import { strToU8, zipSync } from 'fflate';

/** `t`: the type as in the file; a cell without a type is a number. `s`: the style (1 is a date). */
export interface Cell {
  readonly v?: string;
  readonly t?: string;
  readonly s?: number;
  readonly f?: string;
}

export type Value = string | number | null | Cell;

export interface Sheet {
  readonly name: string;
  readonly state?: string;
  /** Rows in order. The sheet omits a row whose list is empty. */
  readonly rows: readonly (readonly Value[])[];
  /** Attributes of rows, by row number. */
  readonly row?: Readonly<Record<number, string>>;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const letters = (at: number): string =>
  at < 26
    ? String.fromCharCode(65 + at)
    : letters(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26));

function cellXml(value: Value, address: string, shared: string[]): string {
  if (value === null) return '';
  if (typeof value === 'string') {
    const known = shared.indexOf(value);
    const at = known === -1 ? shared.push(value) - 1 : known;
    return `<c r="${address}" t="s"><v>${at}</v></c>`;
  }
  const { v, t, s, f } =
    typeof value === 'number' ? { v: String(value), t: undefined, s: undefined, f: undefined } : value;
  const attributes = `${s === undefined ? '' : ` s="${s}"`}${t === undefined ? '' : ` t="${t}"`}`;
  const inside =
    t === 'inlineStr' ? `<is><t>${escaped(v ?? '')}</t></is>` : v === undefined ? '' : `<v>${escaped(v)}</v>`;
  return `<c r="${address}"${attributes}>${f === undefined ? '' : `<f>${escaped(f)}</f>`}${inside}</c>`;
}

export function sheetXml({ rows, row = {} }: Sheet, shared: string[]): string {
  const lines = rows.map((cells, i) => {
    if (cells.length === 0) return '';
    const inside = cells.map((value, at) => cellXml(value, `${letters(at)}${i + 1}`, shared)).join('');
    return `<row r="${i + 1}"${row[i + 1] ?? ''}>${inside}</row>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="x"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** The members of a workbook. A test may change them before it packs them. */
export function workbookParts(sheets: readonly Sheet[]): Record<string, string> {
  const shared: string[] = [];
  const xml = sheets.map((sheet) => sheetXml(sheet, shared));
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      '<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets
      .map(
        ({ name, state }, i) =>
          `<sheet name="${escaped(name)}" sheetId="${i + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map(
        (_, i) =>
          `<Relationship Id="rId${i + 1}" Type="http://x/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="s" Type="http://x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="t" Type="http://x/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  };
  for (const [i, text] of xml.entries()) parts[`xl/worksheets/sheet${i + 1}.xml`] = text;
  return parts;
}

export const packed = (parts: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );

export const workbook = (...sheets: readonly Sheet[]): Buffer => packed(workbookParts(sheets));

/** A workbook with one sheet of these rows. */
export const sheetOf = (...rows: readonly (readonly Value[])[]): Buffer => workbook({ name: 'Sheet1', rows });
