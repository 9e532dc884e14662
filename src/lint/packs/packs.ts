// Lists of a business' papers without bank statements, of which neither a path nor a type that ended says whose they are:
// found in the text of any format, by what the papers are called and what is said around them.
import { isRefused, isTheirs, whereTo } from '../judge/documents.ts';
import type { Surroundings } from '../judge/evidence.ts';
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { List, Model } from '../model/model.ts';
import { REMOVED_TYPES } from '../model/words.ts';
import { type Pack, packsOf } from './gather.ts';
import { itemsOf } from './items.ts';
import { isCompared, isJoined, spanOf } from './joined.ts';
import { type Layout, layoutOf } from './layout.ts';
import { marksOf } from './marks.ts';
import { ANY_STATEMENTS, isPack, papersIn, STATEMENTS } from './paper-names.ts';
import { saidOf, topOf } from './said.ts';
import { weigh } from './weigh.ts';

export interface PackText {
  readonly text: string;
  readonly path: string;
  readonly format: Format;
}

/** `known`: what was found by other means; where that speaks of the same list, nothing more is said. */
export function hitsOfPacks(
  { text, path, format }: PackText,
  model: Model,
  known: readonly Hit[],
  around: Surroundings,
): Hit[] {
  const marks = marksOf(format);
  if (!marks || !isPack(papersIn(text))) return [];
  const layout = layoutOf(text, marks);
  const prose = marks.prose === true;
  const packs = packsOf(itemsOf(layout, format), layout).filter(isNew);
  if (packs.length === 0) return [];
  const complete = packs.filter((pack) => hasStatements(layout, pack));
  if (!areAllIn(layout, complete, prose)) return [];
  const top = topOf(layout);
  return packs.flatMap((pack): Hit[] => {
    if (complete.includes(pack)) return [];
    if (complete.length > 0 && !complete.some((other) => areAlike(pack, other))) return [];
    if (
      isCompared(layout, pack) ||
      isJoined(layout, pack, packs) ||
      isDeclared(pack, model.lists, text) ||
      isKnown(pack, model.lists, known, around)
    )
      return [];
    const seen = { path, code: layout.code, text, top, prose, beside: complete.length > 0 };
    const hit = weigh(pack, saidOf(pack, layout, prose), seen, around);
    return hit ? [hit] : [];
  });
}

/** Types that ended and no other are another rule's. */
const isNew = ({ items }: Pack): boolean => items.some(({ text }) => !REMOVED_TYPES.has(text));

/** Statements, or a name that may hold them. */
function hasStatements({ code }: Layout, pack: Pack): boolean {
  const [start, end] = spanOf(pack);
  // What stands in the lines right around a row belongs to it.
  const body = code.slice(start, end);
  return ANY_STATEMENTS.test(body) || /\bSTATEMENTS?\b|\b[bB]ank\w*Statements?\b/.test(body);
}

/** Whether every mention of statements in the text is in a list that has them; a comment that puts them off is none. */
function areAllIn({ text, code, comments }: Layout, complete: readonly Pack[], prose: boolean): boolean {
  const spans = complete.map(spanOf);
  for (const { index } of text.matchAll(STATEMENTS)) {
    if (spans.some(([start, end]) => start <= index && index <= end)) continue;
    const isComment =
      !prose && code[index] === ' ' && comments.some(({ start, end }) => start <= index && index < end);
    if (!isComment || !isPutOff(text, index)) return false;
  }
  return true;
}

/** `// 'BankStatements', not asked for yet`. */
function isPutOff(text: string, at: number): boolean {
  const line = text.slice(
    text.lastIndexOf('\n', at) + 1,
    (text.indexOf('\n', at) + text.length + 1) % (text.length + 1),
  );
  return /\b(?:not? (?:asked|needed|required|sent|uploaded|yet)|yet|todo|fixme|later|missing|until|once)\b/i.test(
    line.slice(0, 400),
  );
}

/** A list for another country or kind of customer: it shares a paper with one that has statements, and stands as that does. */
const areAlike = (pack: Pack, other: Pack): boolean =>
  pack.bracket !== other.bracket &&
  pack.bracket.depth === other.bracket.depth &&
  pack.items.some(({ text }) => other.items.some((item) => item.text === text));

/** Constants, of which another list of the file is made: that one says which documents there are. */
function isDeclared({ items }: Pack, lists: readonly List[], source: string): boolean {
  const papers = new Set(items.map(({ text }) => text));
  return lists.some((list) => {
    const named = list.items.filter(({ text, at }) => source.slice(at.start, at.end) !== text);
    return named.filter(({ text }) => papers.has(text)).length > 1;
  });
}

/** A list that another reader saw: found there, or known to be read, refused or somebody else's. */
function isKnown(pack: Pack, lists: readonly List[], known: readonly Hit[], around: Surroundings): boolean {
  const places = new Set(pack.items.map(({ at }) => at));
  const own = lists.filter(({ items }) => items.some(({ at }) => places.has(at.start)));
  const hits = known.filter(({ entry }) => entry.rule === 'onboarding-missing-bank-statements');
  const [start, end] = [pack.items[0]?.at ?? 0, pack.items.at(-1)?.end ?? 0];
  if (hits.some((hit) => start <= hit.start && hit.start <= end)) return true;
  return own.some((list) => {
    if (hits.some((hit) => hit.start === list.at.start)) return true;
    const goes = whereTo(list.context, around);
    return (
      list.context.reading || isRefused(list.context, goes, around) || isTheirs(list.context, goes, around)
    );
  });
}
