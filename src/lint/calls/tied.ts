// What ties a call of the path to this service, which is not the only one that has it. --fix changes a call whose address may be
// another product's, or one's own server's, nowhere.
import type { Hit } from '../model/finding.ts';
import type { PathUse } from '../model/model.ts';
import { along } from './along.ts';
import { mostComplete } from './called-at.ts';
import { FileTies, type TiedIn } from './file-ties.ts';
import { unfixed } from './unfixed.ts';

/** Sure calls with what speaks against changing them; those that nothing ties are marked so. */
export function withTies(hits: readonly Hit[], uses: readonly PathUse[], tied: TiedIn): Hit[] {
  if (!hits.some(isSure)) return [...hits];
  const file = new FileTies(tied);
  const usesAt = along(uses, ({ at }) => at);
  return hits.map((hit) => {
    const use = isSure(hit) ? mostComplete(usesAt(hit)) : undefined;
    if (!use) return hit;
    const doubt = file.doubtOf(use);
    if (doubt !== undefined) return doubted(hit, doubt);
    const untied = file.untied(use);
    if (!untied) return { ...hit, ...file.ownerOf(use) };
    const foreign = file.foreignOf(use);
    if (foreign !== undefined) return doubted(hit, foreign);
    const why = hit.fix ? file.ownOf(use) : undefined;
    const whose = file.whoseOf(use);
    return { ...(why === undefined ? hit : { ...unfixed(hit, why), doubted: true }), untied, ...whose };
  });
}

const doubted = (hit: Hit, why: string): Hit => ({
  ...unfixed(hit, why),
  ...{ confidence: 'medium', doubted: true },
});

const isSure = ({ entry, confidence }: Hit): boolean => entry.where === 'path' && confidence === 'high';
