// Which messages of a declaration are only ever answered. Protocol Buffers have one word for both ways: what a call returns, what
// stands in a response, and what these hold, is read; what any call takes, or what a request holds, is sent all the same.
export interface Block {
  readonly name: string;
  /** Where its fields begin and end. */
  readonly from: number;
  readonly to: number;
}

/** Bounded: names and packages of 200 characters, blanks of 40. */
const CALL =
  /\brpc\s{1,40}\w{1,200}\s{0,40}\(\s{0,40}(?:stream\s{1,40})?([\w.]{1,200})\s{0,40}\)\s{0,40}returns\s{0,40}\(\s{0,40}(?:stream\s{1,40})?([\w.]{1,200})\s{0,40}\)/g;
const ANSWER = /(?:Response|Reply)$/;
const REQUEST = /Request$/;
const WORD = /\w+/g;

export function answeredOnly(text: string, blocks: readonly Block[]): ReadonlySet<string> {
  const names = new Set(blocks.map(({ name }) => name));
  const answered = new Set([...names].filter((name) => ANSWER.test(name)));
  const sent = new Set([...names].filter((name) => REQUEST.test(name)));
  for (const [, takes = '', returns = ''] of text.matchAll(CALL)) {
    sent.add(lastOf(takes));
    answered.add(lastOf(returns));
  }
  if (answered.size === 0) return answered;
  const held = holds(text, blocks, names);
  const read = reached(answered, held);
  for (const name of reached(sent, held)) read.delete(name);
  return read;
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The other messages that each one names among its fields. */
function holds(
  text: string,
  blocks: readonly Block[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const held = new Map<string, string[]>();
  for (const { name, from, to } of blocks) {
    const words = (text.slice(from, to).match(WORD) ?? []).filter((word) => names.has(word));
    held.set(name, [...(held.get(name) ?? []), ...new Set(words)]);
  }
  return held;
}

function reached(from: ReadonlySet<string>, held: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(from);
  for (const name of found) for (const inner of held.get(name) ?? []) found.add(inner);
  return found;
}
