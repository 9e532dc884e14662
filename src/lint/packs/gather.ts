// Papers that stand together: in one list, in one row of calls, in the lines of one mapping. What is given to constants one
// by one is no list, unless they are the members of an enumeration.
import type { Item } from './items.ts';
import { type Bracket, indentOf, type Layout, lineAt } from './layout.ts';
import { isPack } from './paper-names.ts';

export interface Pack {
  readonly items: readonly Item[];
  /** The bracket around all of them; the whole text where there is none. */
  readonly bracket: Bracket;
  /** Each stands in a call of its own. */
  readonly calls: boolean;
  /** Members of an enumeration. */
  readonly members: boolean;
}

/** Lines between two of one pack. */
const MAX_GAP = 8;
/** What is done with one after the other, where no list holds them. */
const HANDS =
  /upload|attach|send|submit|add|append|put|post|push|deliver|provide|supply|with|doc|file|paper|require|collect|request|step|stage|page|screen|hand|store|register/i;
const ENUM = /\benum\b|\(\s*(?:str,\s*)?\w*Enum\b|CaseIterable|TextChoices|\benumeration\b/;

export function packsOf(items: readonly Item[], layout: Layout): Pack[] {
  const open = new Map<Bracket, Item[]>();
  const put = (bracket: Bracket, item: Item): void => {
    const known = open.get(bracket);
    if (known) known.push(item);
    else open.set(bracket, [item]);
  };
  for (const item of items) put(item.bracket, item);
  const packs: Pack[] = [];
  // From the innermost out: what is alone in its bracket stands with others around it.
  for (let depth = Math.max(0, ...items.map(({ bracket }) => bracket.depth)); depth >= 0; depth--) {
    for (const [bracket, own] of [...open]) {
      if (bracket.depth !== depth) continue;
      open.delete(bracket);
      const left = new Set(own);
      for (const together of runsOf(own, bracket, layout)) {
        const pack = packOf(together, bracket, layout);
        if (!pack) continue;
        packs.push(pack);
        for (const item of together) left.delete(item);
      }
      const { parent } = bracket;
      // What a function's body has alone belongs to no list around the function.
      if (parent && !(isBody(bracket, layout) && (parent.open === '(' || parent.open === '[')))
        for (const item of left) put(parent, item);
    }
  }
  return packs.sort((a, b) => (a.items[0]?.at ?? 0) - (b.items[0]?.at ?? 0));
}

function packOf(items: readonly Item[], bracket: Bracket, layout: Layout): Pack | undefined {
  if (!isPack(items)) return undefined;
  const isStatements = bracket.open === '' || isBody(bracket, layout);
  const calls = isStatements && items.every((item) => item.bracket !== bracket && item.callee !== '');
  const assigned = items.filter((item) => item.assigned).length;
  const members = isStatements && (assigned > 0 || calls) && ENUM.test(headOf(bracket, items, layout));
  if (isStatements && assigned > 0 && !members) return undefined;
  if (calls && !members && !items.some(({ callee }) => HANDS.test(callee.split('.').at(-1) ?? '')))
    return undefined;
  return { items, bracket, calls, members };
}

/** Braces that hold the members of a list or an object, and no statements. */
const isLiteral = ({ at }: Bracket, { code }: Layout): boolean =>
  /(?:[=(,:[\]>&]|\breturn|=>|\bnew\s[\w.]{1,60})\s*$/.test(code.slice(Math.max(0, at - 80), at)) &&
  !/(?:=>|->|\))\s*$/.test(code.slice(Math.max(0, at - 80), at));

const isBody = (bracket: Bracket, layout: Layout): boolean =>
  bracket.open === '{' && !isLiteral(bracket, layout);

/** What stands before a bracket; without one, before the lines' common indentation. */
function headOf({ at }: Bracket, [first]: readonly Item[], layout: Layout): string {
  if (at >= 0)
    return (
      layout.code
        .slice(Math.max(0, at - 200), at)
        .split(/[;{}]/)
        .at(-1) ?? ''
    );
  if (!first) return '';
  const indent = indentOf(lineAt(layout, layout.code, first.line));
  for (let line = first.line - 1; line >= 0 && line > first.line - 40; line--) {
    const text = lineAt(layout, layout.code, line);
    if (indentOf(text) < indent) return text;
  }
  return '';
}

/** In lists everything is together; in statements and lines, what no other statement parts. */
function runsOf(items: readonly Item[], bracket: Bracket, layout: Layout): Item[][] {
  if (bracket.open === '[' || bracket.open === '(') return [[...items]];
  const runs: Item[][] = [];
  let last: Item | undefined;
  for (const item of items) {
    const run = runs.at(-1);
    const isNear = last !== undefined && item.line - last.line <= MAX_GAP;
    const isWhole = bracket.open === '{' && !isBody(bracket, layout);
    if (run && last && isNear && (isWhole || !isParted(last, item, layout))) run.push(item);
    else runs.push([item]);
    last = item;
  }
  return runs;
}

function isParted(one: Item, other: Item, layout: Layout): boolean {
  const lines = [one.line, other.line].map((line) => lineAt(layout, layout.code, line));
  const indent = Math.min(...lines.map(indentOf));
  const isBullet = lines.every((line) => /^\s*-\s/.test(line));
  const isSection = (text: string): boolean => /^\s*\[[^\]]/.test(text);
  const section = (from: number): string => {
    for (let line = from; line >= 0 && line > from - 40; line--) {
      const text = lineAt(layout, layout.code, line);
      if (isSection(text)) return text.trim();
    }
    return '';
  };
  for (let line = one.line + 1; line < other.line; line++) {
    const text = lineAt(layout, layout.code, line);
    const own = indentOf(text);
    // `)`, `})` and the like close what was begun.
    if (own === Infinity || /^\s*(?:[)\]}]|(?:case|when|default|else|elif|elsif)\b)/.test(text)) continue;
    if (own < indent) return true;
    if (isBullet && own === indent && !/^\s*-\s/.test(text)) return true;
    if (isSection(text) && !text.includes('"') && section(one.line) !== text.trim()) return true;
  }
  return false;
}
