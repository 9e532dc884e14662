// One file's model against all rules: hits, each place once.
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import { judgePath } from '../calls/paths.ts';
import { judgeApart } from '../judge/apart.ts';
import { hasMendedCustomer, judgeCustomer } from '../judge/customer.ts';
import { judgeKeys, judgeList, judgeText, listsByPlace } from '../judge/documents.ts';
import type { Surroundings } from '../judge/evidence.ts';
import { judgeLoose } from '../judge/loose.ts';
import { judgeTransfer } from '../judge/transfer.ts';
import { type Hit, RANK } from '../model/finding.ts';
import type { List, Model } from '../model/model.ts';

/** `base`: the file names a base path that ends in /api/v1. */
export function judgeModel(model: Model, base: boolean, said: Surroundings): Hit[] {
  const complete = model.lists.filter(isComplete);
  const migrated = { migrated: isMigrated(model), mendedCustomer: hasMendedCustomer(model.objects) };
  const around = { ...said, ...migrated, base, complete };
  const listsOf = listsByPlace(model.lists);
  const types = [
    ...model.objects.flatMap((object) => judgeKeys(object, around)),
    ...model.texts.flatMap((text) => judgeText(text, listsOf, around)),
  ];
  const byPlace = new Map(types.map((hit) => [hit.start, hit]));
  const listed = eachOnce(model.lists).flatMap((list) => judgeList(list, byPlace, around));
  // Joined as lists: a file may hold more hits than a call takes arguments.
  const hits: readonly Hit[] = [
    ...model.objects.flatMap((object) => [
      ...judgeTransfer(object, around),
      ...judgeCustomer(object, around),
    ]),
    ...types,
    ...listed,
    ...(listed.length > 0 ? [] : judgeApart(model.texts, listsOf, byPlace, around)),
    ...model.paths.flatMap((path) => judgePath(path, base, around)),
  ];
  const best = new Map<string, Hit>();
  for (const hit of [...hits, ...model.loose.flatMap((url) => judgeLoose(url, hits, around))]) {
    const id = `${hit.entry.rule}:${hit.start}`;
    const known = best.get(id);
    if (!known || RANK[hit.confidence] > RANK[known.confidence]) best.set(id, hit);
  }
  return [...best.values()].sort((a, b) => a.start - b.start || a.entry.rule.localeCompare(b.entry.rule));
}

const isComplete = ({ items, enumerates }: List): boolean =>
  enumerates !== true && items.some(({ text }) => text === REQUIRED_DOCUMENT_TYPE);

/** A list that two readers of one file saw counts as the first of them saw it, who knew its name. */
function eachOnce(lists: readonly List[]): List[] {
  const seen = new Map<string, List>();
  for (const list of lists) {
    const [first = list] = list.items;
    const last = list.items.at(-1) ?? list;
    const place = `${first.at.start} ${last.at.end}`;
    if (!seen.has(place)) seen.set(place, list);
  }
  return [...seen.values()];
}

const isMigrated = ({ objects }: Model): boolean =>
  objects.some(
    ({ kind, keys }) =>
      kind === 'literal' &&
      keys.some(({ name }) => name === 'receiverAmount') &&
      !keys.some(({ name }) => name === 'amount'),
  );
