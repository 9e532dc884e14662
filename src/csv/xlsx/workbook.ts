// The parts of a workbook around its sheets: their names, which of them are hidden, the texts that cells share, and
// the styles that show a number as a date. Links to other files are never followed.
import { posix } from 'node:path';

import { XmlCursor } from './xml.ts';
import { DamagedArchive, type ZipArchive } from './zip.ts';

const MIB = 1024 * 1024;
const SMALL = 16 * MIB;
const MAX_SHARED = 128 * MIB;

export interface SheetEntry {
  readonly name: string;
  readonly isVisible: boolean;
  /** Its member of the archive. */
  readonly part: string;
}

/** Parts that cells refer to. */
export interface CellParts {
  readonly shared: readonly string[];
  /** For each style, whether it shows a number as a date or a time. */
  readonly dates: readonly boolean[];
}

/** Errors: {@link DamagedArchive}. */
export class Workbook {
  readonly sheets: readonly SheetEntry[];
  readonly #archive: ZipArchive;
  readonly #links: ReadonlyMap<string, Link>;

  constructor(archive: ZipArchive) {
    this.#archive = archive;
    const links = linksOf(archive, '_rels/.rels', '');
    const main = [...links.values()].find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
    if (!archive.has(main)) throw new DamagedArchive();
    const folder = posix.dirname(main);
    this.#links = linksOf(archive, posix.join(folder, '_rels', `${posix.basename(main)}.rels`), folder);
    this.sheets = this.#listed(main);
  }

  get cellParts(): CellParts {
    return {
      shared: sharedTexts(this.#textOf('sharedStrings', MAX_SHARED)),
      dates: dateStyles(this.#textOf('styles', SMALL)),
    };
  }

  #textOf(type: string, limit: number): string {
    const part = [...this.#links.values()].find((link) => link.type === type)?.part;
    return part !== undefined && this.#archive.has(part) ? this.#archive.text(part, limit) : '';
  }

  #listed(main: string): SheetEntry[] {
    const sheets: SheetEntry[] = [];
    const xml = new XmlCursor(this.#archive.text(main, SMALL));
    while (xml.next()) {
      if (!xml.opens('sheet')) continue;
      const link = this.#links.get(xml.attribute('id') ?? '');
      if (link?.type !== 'worksheet') continue; // a chart can be a sheet, too
      const isVisible = (xml.attribute('state') ?? 'visible') === 'visible';
      sheets.push({ name: xml.attribute('name') ?? '', isVisible, part: link.part });
    }
    return sheets;
  }
}

interface Link {
  readonly type: string;
  readonly part: string;
}

function linksOf(archive: ZipArchive, part: string, folder: string): Map<string, Link> {
  const links = new Map<string, Link>();
  if (!archive.has(part)) return links;
  const xml = new XmlCursor(archive.text(part, SMALL));
  while (xml.next()) {
    if (!xml.opens('Relationship') || xml.attribute('TargetMode') === 'External') continue;
    const type = posix.basename(xml.attribute('Type') ?? '');
    const target = posix.resolve('/', folder, xml.attribute('Target') ?? '');
    links.set(xml.attribute('Id') ?? '', { type, part: target.slice(1) });
  }
  return links;
}

/** The content of a cell or of a shared text. */
export interface CellContent {
  readonly text: string;
  readonly hasText: boolean;
  readonly hasFormula: boolean;
}

/** Reads to the end of the element that is open. Phonetic readings are left out. */
export function contentOf(xml: XmlCursor, element: 'c' | 'si'): CellContent {
  let [text, hasText, hasFormula, isInText, isPhonetic] = ['', false, false, false, false];
  while (xml.next() && !xml.closes(element)) {
    if (xml.opens('f')) hasFormula = true;
    else if (xml.opens('rPh')) isPhonetic = true;
    else if (xml.closes('rPh')) isPhonetic = false;
    else if (xml.opens('v') || xml.opens('t')) isInText = true;
    else if (xml.closes('v') || xml.closes('t')) isInText = false;
    else if (xml.text !== '' && isInText && !isPhonetic) [text, hasText] = [text + xml.text, true];
  }
  return { text, hasText, hasFormula };
}

/** `_x000D_` is a character that XML can't contain. */
export function spelt(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function sharedTexts(text: string): string[] {
  const texts: string[] = [];
  const xml = new XmlCursor(text);
  while (xml.next()) if (xml.opens('si')) texts.push(spelt(contentOf(xml, 'si').text));
  return texts;
}

const BUILT_IN_DATES: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Whether a format shows dates or times. Quoted and escaped texts, and brackets without hours, do not count. */
function isDateFormat(code: string): boolean {
  // bounded: a spreadsheet writes at most 255 characters.
  const first = code.slice(0, 255).split(';')[0] ?? '';
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return true;
  const bare = first.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  return !/^general$/i.test(bare.trim()) && /[dmyhs]/i.test(bare);
}

function dateStyles(text: string): boolean[] {
  const styles: boolean[] = [];
  const own = new Map<string, boolean>();
  let isInCells = false;
  const xml = new XmlCursor(text);
  while (xml.next()) {
    if (xml.opens('cellXfs') || xml.closes('cellXfs')) isInCells = xml.opens('cellXfs');
    const id =
      xml.opens('numFmt') || (xml.opens('xf') && isInCells) ? (xml.attribute('numFmtId') ?? '0') : '';
    if (xml.opens('numFmt')) own.set(id, isDateFormat(xml.attribute('formatCode') ?? ''));
    else if (id !== '')
      styles.push(own.get(id) ?? BUILT_IN_DATES.some(([from, to]) => Number(id) >= from && Number(id) <= to));
  }
  return styles;
}
