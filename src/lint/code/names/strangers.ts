// How many members of a literal have names that no rule cares for; a name of a party counts twice. Says nothing where more may be in it than is seen.
import { partiesIn } from '../../model/parties.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

/** Whatever else is put in here isn't seen. */
const SPREAD = /^(\.\.\.|\.\.|\*\*|\*|&)$/;
const SIGN = /^(:|=|=>|to)$/;

const ID = /^[:@$"']?(?:id|Id|ID)[?!]?$/;
const MAX_MEMBERS = 200;

/** `known`: its keys that a rule cares for, where it is seen as a whole. */
export const saidByMembers = (
  group: Group,
  known: number | undefined,
  tokens: readonly Token[],
): { strangers: number; identified: boolean } => ({
  strangers: known === undefined ? 0 : strangersIn(group, known, tokens),
  identified: hasId(group, tokens),
});

/** Whether one of its members is an `id`: it is something that is there already. */
function hasId({ items }: Group, tokens: readonly Token[]): boolean {
  return items.slice(0, MAX_MEMBERS).some((item, i) => {
    if (!ID.test(tokenOf(item, tokens)?.text ?? '')) return false;
    const before = tokenOf(items[i - 1], tokens)?.text;
    const behind = tokenOf(items[i + 1], tokens)?.text;
    return (
      (before === undefined || /^[,;]$/.test(before)) &&
      (behind === undefined || /^(?:[,:=]|=>|to)$/.test(behind))
    );
  });
}

function strangersIn(group: Group, known: number, tokens: readonly Token[]): number {
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
