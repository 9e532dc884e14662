// Where all members of an enumeration are walked through: `Paper::cases()`, `Object.values(Paper)`, `for kind in Paper`. What
// is done with each of them is done with a list then.
import { calleeOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import type { GoesOn, Loop } from './goes-on.ts';

const JOIN = /^(\.|::|->)$/;
const ALL = /^(cases|values|entries|allCases|iter|all|members|__members__|into_iter)$/;
const GIVES_ALL = /^(values|keys|entries|list|tuple|sorted|GetValues|allOf|getEnumConstants)$/;
const MAX_USES = 24;

export function loopsOver(
  type: string,
  tokens: readonly Token[],
  places: Places,
  goesOn: GoesOn,
): readonly Loop[] {
  const text = (at: number): string => tokens[at]?.text ?? '';
  return places
    .uses(type)
    .slice(0, MAX_USES)
    .flatMap((use): readonly Loop[] => {
      const group = places.of(use)?.group;
      const called = group?.open === '(' ? (calleeOf(group, tokens).at(-1) ?? '') : '';
      if (group && GIVES_ALL.test(called)) return goesOn.through(use, group.close);
      if (text(use - 1) === '<' && GIVES_ALL.test(text(use - 2))) return goesOn.through(use);
      if (/^(in|of|as)$/.test(text(use - 1)) && !JOIN.test(text(use + 1))) return goesOn.through(use);
      if (!JOIN.test(text(use + 1)) || !ALL.test(text(use + 2))) return [];
      const end = text(use + 3) === '(' ? goesOn.endOf(use + 2) : use + 2;
      return goesOn.through(use, end);
    });
}
