// One member of a list that is taken where it is used: by its number, or from one of the list's ends.
import type { Token } from '../tokens/token.ts';

const JOIN = /^(\.|\?\.|->|&\.|::|\?->)$/;
const TAKEN =
  /^(shift|pop|poll|remove|removeFirst|popleft|dequeue|Dequeue|take|first|next|pop_front|popFirst)$/;
const INDEX = /^(i|j|k|n|ix|idx|index|pos|\w{1,20}Index|\w{1,20}_index)$/;

/** `rows[i]`, `rows[0]`, `queue.shift()`: a member, and not a field by its name. */
export function isIndexed(at: number, tokens: readonly Token[]): boolean {
  if (JOIN.test(tokens[at + 1]?.text ?? '') && TAKEN.test(tokens[at + 2]?.text ?? ''))
    return tokens[at + 3]?.text === '(' && tokens[at + 4]?.text === ')';
  const [open, index, close] = tokens.slice(at + 1, at + 4);
  if (open?.text !== '[' || close?.text !== ']' || !index) return false;
  return index.kind === 'number' || (index.kind === 'name' && INDEX.test(index.text));
}
