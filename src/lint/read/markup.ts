// Pages, XML and logs: scripts as parts; addresses in what a page shows; bodies and addresses in texts.
import { type Facts, newFacts, newPlace, type Reader, type Source } from '../model/facts.ts';
import { TENANT } from '../model/vocabulary.ts';
import { blank, regionAt } from './region.ts';
import { addRequests, withoutComments } from './requests.ts';
import { addTexts } from './words.ts';

const OPENED = /<(script|style)\b([^<>]{0,500})>|<!--/gi;

/** HTML, Vue, Svelte: code in scripts, and addresses that a reader may follow. */
export const readPage: Reader = ({ text, extension }: Source): Facts => {
  const facts = newFacts();
  let rest = '';
  let from = 0;
  for (const { 0: whole, 1: tag, 2: attributes = '', index } of text.matchAll(OPENED)) {
    if (index < from) continue;
    const start = index + whole.length;
    const close = text.indexOf(tag === undefined ? '-->' : `</${tag}`, start);
    const end = close < 0 ? text.length : close + (tag === undefined ? 3 : 0);
    rest += text.slice(from, index) + blank(text.slice(index, end));
    from = end;
    if (tag === undefined) facts.comments.push({ text: text.slice(index, end), span: { start: index, end } });
    else if (tag.toLowerCase() === 'script') {
      const format = formatOf(attributes, extension);
      facts.parts.push({ text: text.slice(start, end), format, at: (offset) => start + offset });
    }
  }
  rest += text.slice(from);
  addTexts(regionAt(rest, 0), '', newPlace({ marks: new Set(['prose']) }), facts);
  return facts;
};

function formatOf(attributes: string, extension: string): string {
  if (/type=["']application\/(?:ld\+)?json/.test(attributes)) return 'json';
  return /lang=["']tsx?/.test(attributes) || extension === 'astro' ? 'ts' : 'js';
}

export const readXml: Reader = ({ text }: Source): Facts => {
  const facts = newFacts();
  // Quotes of bodies in XML; blanks outside of the quotes keep all offsets.
  let isOpen = false;
  const quote = (): string => ((isOpen = !isOpen) ? '     "' : '"     ');
  const plain = withoutComments(text, /<!--[^]*?(?:-->|$)/g, facts).replaceAll('&quot;', quote);
  addRequests(regionAt(plain, 0), facts);
  return facts;
};

/** A line is looked at no further than this around a path. */
const AROUND = 400;
/** Bounded: twice AROUND. */
const REQUEST =
  /(?:\b(GET|POST|PUT|PATCH|DELETE|HEAD)[\s",]{1,4})?((?:https?:\/\/[^\s"/]{1,200})?\/[^\s"?]{0,300}current-tenant[^\s"?,]{0,300})/;

export const readLog: Reader = ({ text }: Source): Facts => {
  const facts = newFacts();
  const seen = new Set<string>();
  for (let from = text.indexOf(TENANT); from >= 0; from = text.indexOf(TENANT, from + TENANT.length)) {
    const before = text.slice(Math.max(0, from - AROUND), from);
    const start = from - before.length + before.lastIndexOf('\n') + 1;
    const [line = ''] = text.slice(start, from + AROUND).split('\n', 1);
    const found = REQUEST.exec(line);
    const [, method = '', path = ''] = found ?? [];
    const id = `${method} ${path.replace(/^https?:\/\/[^/]+/, '')}`;
    if (!found || seen.has(id)) continue;
    seen.add(id);
    const at = start + found.index + found[0].length - path.length;
    const place = newPlace({ names: ['request'], urls: [path], marks: new Set(['called', 'stored']) });
    facts.texts.push({ text: path, span: { start: at, end: at + path.length }, whole: path, key: '', place });
  }
  return facts;
};
