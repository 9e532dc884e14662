// Documents of a customer that are named one at a time, in calls, requests or lines of their own: together they are a list,
// too. Speaks only where no list of the file does, and nothing in it names BankStatements.
import type { Hit } from '../model/finding.ts';
import type { List, Text } from '../model/model.ts';
import { isRefused, isTheirs, missing, whereTo } from './documents.ts';
import type { Surroundings } from './evidence.ts';

const ONE_BY_ONE = ['names the documents of a customer one by one'];

/** `lists`: the list that each text stands in; `found`: what was found of single texts; both by their places. */
export function judgeApart(
  texts: readonly Text[],
  lists: ReadonlyMap<number, List>,
  found: ReadonlyMap<number, Hit>,
  around: Surroundings,
): Hit[] {
  if (around.statements === true || around.uploads !== true) return [];
  const byFunction = new Map<string, Text[]>();
  for (const text of texts) {
    if (lists.has(text.at.start) || text.member === true || !isGiven(text, around)) continue;
    const key = text.context.outer.join('/');
    const known = byFunction.get(key);
    if (known) known.push(text);
    else byFunction.set(key, [text]);
  }
  return [...byFunction.values()].flatMap((all): Hit[] => {
    if (new Set(all.map(({ text }) => text)).size < 2) return [];
    const [first] = all.flatMap(({ at }) => found.get(at.start) ?? []).filter(isSure);
    const [earliest] = all;
    if (first) return [missing({ start: first.start, end: first.end }, first.confidence, ONE_BY_ONE)];
    const ours = all.every(({ context }) => whereTo(context, around) === 'ours');
    return earliest && ours ? [missing(earliest.at, 'medium', ONE_BY_ONE)] : [];
  });
}

const isSure = ({ confidence }: Hit): boolean => confidence !== 'low';

function isGiven({ compared, context }: Text, around: Surroundings): boolean {
  const goes = whereTo(context, around);
  return (
    !compared && !context.reading && !isRefused(context, goes, around) && !isTheirs(context, goes, around)
  );
}
