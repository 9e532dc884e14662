// What stands around a workbook's sheets: their names, which of them are hidden, the texts that cells share, and which
// styles show a number as a date. Links to other files are never followed.
import { attributeOf, readXml } from './xml.ts';
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

export interface WorkbookParts {
  readonly sheets: readonly SheetEntry[];
  readonly shared: readonly string[];
  /** By the style's index: whether it shows a number as a date or a time. */
  readonly dates: readonly boolean[];
  /** Days are counted from 1904 on. */
  readonly from1904: boolean;
}

/** Errors: {@link DamagedArchive}. */
export async function readSheets(archive: ZipArchive): Promise<readonly SheetEntry[]> {
  return (await readListed(archive)).sheets;
}

/** Errors: {@link DamagedArchive}. */
export async function readWorkbook(archive: ZipArchive): Promise<WorkbookParts> {
  const { sheets, own, from1904 } = await readListed(archive);
  const partOf = (type: string): string | undefined =>
    [...own.values()].find((link) => link.type === type)?.part;
  return {
    sheets,
    shared: await sharedTexts(archive, partOf('sharedStrings')),
    dates: await dateStyles(archive, partOf('styles')),
    from1904,
  };
}

async function readListed(archive: ZipArchive) {
  const links = await relations(archive, '_rels/.rels', '');
  const main = [...links.values()].find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!archive.has(main)) throw new DamagedArchive('no Excel workbook (it has no sheets inside)');
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const own = await relations(archive, `${folder}_rels/${main.slice(folder.length)}.rels`, folder);
  const { listed, from1904 } = await sheetList(archive, main);
  const sheets = listed.flatMap(({ name, state, id }): SheetEntry[] => {
    const link = own.get(id);
    if (link?.type !== 'worksheet') return []; // charts have sheets of their own
    return [{ name, isVisible: state === undefined || state === 'visible', part: link.part }];
  });
  return { sheets, own, from1904 };
}

interface Link {
  readonly type: string;
  readonly part: string;
}

async function relations(archive: ZipArchive, part: string, folder: string): Promise<Map<string, Link>> {
  const links = new Map<string, Link>();
  if (!archive.has(part)) return links;
  await readXml(archive.read(part, SMALL), {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attributeOf(attributes, 'TargetMode') === 'External') return;
      const type = attributeOf(attributes, 'Type') ?? '';
      const target = attributeOf(attributes, 'Target') ?? '';
      const to = target.startsWith('/') ? target.slice(1) : normal(folder + target);
      links.set(attributeOf(attributes, 'Id') ?? '', {
        type: type.slice(type.lastIndexOf('/') + 1),
        part: to,
      });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return links;
}

/** `xl/../a.xml` is `a.xml`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

interface Listed {
  readonly name: string;
  readonly state: string | undefined;
  readonly id: string;
}

async function sheetList(
  archive: ZipArchive,
  part: string,
): Promise<{ listed: Listed[]; from1904: boolean }> {
  const listed: Listed[] = [];
  let from1904 = false;
  await readXml(archive.read(part, SMALL), {
    open: (element, attributes) => {
      if (element === 'workbookPr')
        from1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '');
      if (element !== 'sheet') return;
      const state = attributeOf(attributes, 'state');
      const [name = '', id = ''] = [attributeOf(attributes, 'name'), attributeOf(attributes, 'id')];
      listed.push({ name, state, id });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return { listed, from1904 };
}

/** `_x000D_` stands for a character that XML can't hold. */
export function spelt(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

async function sharedTexts(archive: ZipArchive, part: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (part === undefined || !archive.has(part)) return texts;
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await readXml(archive.read(part, MAX_SHARED), {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = true;
    },
    close: (name) => {
      if (name === 'si') texts.push(spelt(text));
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 't') inText = false;
    },
    text: (piece) => {
      if (inText && !inPhonetic) text += piece;
    },
  });
  return texts;
}

const BUILT_IN_DATES: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Whether a format shows days or times: what is quoted, escaped or in brackets is only decoration, hours aside. */
function isDateFormat(code: string): boolean {
  // bounded: a spreadsheet writes at most 255 characters.
  const first = code.slice(0, 255).split(';')[0] ?? '';
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return true;
  const bare = first.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  return !/^general$/i.test(bare.trim()) && /[dmyhs]/i.test(bare);
}

async function dateStyles(archive: ZipArchive, part: string | undefined): Promise<boolean[]> {
  const styles: boolean[] = [];
  if (part === undefined || !archive.has(part)) return styles;
  const own = new Map<string, boolean>();
  let inCells = false;
  await readXml(archive.read(part, SMALL), {
    open: (name, attributes) => {
      if (name === 'cellXfs') inCells = true;
      const id =
        name === 'numFmt' || (name === 'xf' && inCells) ? (attributeOf(attributes, 'numFmtId') ?? '0') : '';
      if (name === 'numFmt') own.set(id, isDateFormat(attributeOf(attributes, 'formatCode') ?? ''));
      else if (id !== '') {
        styles.push(
          own.get(id) ?? BUILT_IN_DATES.some(([from, to]) => Number(id) >= from && Number(id) <= to),
        );
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
    text: () => undefined,
  });
  return styles;
}
