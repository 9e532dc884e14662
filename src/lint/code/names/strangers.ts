// How many members of a literal have names that no rule cares for; a name of a party counts twice. Says nothing where more may be in it than is seen.
import { partiesIn } from '../../parties.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

/** Whatever else is put in here isn't seen. */
const SPREAD = /^(\.\.\.|\.\.|\*\*|\*|&)$/;
const SIGN = /^(:|=|=>|to)$/;

/** `known`: its keys that a rule cares for. */
export function strangersIn(group: Group, known: number, tokens: readonly Token[]): number {
  const names: string[] = [];
  let members = 0;
  let unnamed = 0;
  let first = true;
  for (let i = 0; i < group.items.length; i++) {
    const text = tokenOf(group.items[i], tokens)?.text;
    if (text === ',') first = true;
    else if (first) {
      if (text !== undefined && SPREAD.test(text)) return 0;
      // Arguments without a name are no members.
      const named = SIGN.test(tokenOf(group.items[i + 1], tokens)?.text ?? '');
      if (group.open === '{' || named) names.push((text ?? '').replace(/^[$@:]+/, ''));
      if (group.open === '{' || named) members++;
      else unnamed++;
      first = false;
    }
  }
  // `Map.of("amount", v, "memo", w)`: a name and a value in turn.
  if (members === 0 && calleeOf(group, tokens).at(-1) === 'of') members = Math.floor(unnamed / 2);
  return Math.max(0, members - known) + partiesIn(names);
}
