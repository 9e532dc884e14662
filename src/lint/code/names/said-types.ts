// What the comment on a type's declaration says of its values: that they are the body of a path. Looks at nothing but the
// comment and the declaration behind it; a comment that speaks of answers, or of what was, says nothing.
import type { Comment } from '../tokens/token.ts';

/** Bounded, like the next: words and one path. */
const PATH = /\/api\/v1\/(?:transfers(?:\/quote)?|customers)(?![\w/-])/g;
const SENT = /\b(?:body|bodies|payload|posted|posts|sent|sends|request)\b/i;
const OTHER =
  /\b(?:answers?|answered|respon[sc]es?|returns?|returned|replies|receives?d?|events?|webhooks?|handlers?|earlier|formerly|was|were|until|deprecated|no longer|not)\b/i;
const ANSWERED = /\b(?:answers?|answered|respon[sc]es?|returns?|returned|replies)\b/i;
/** Behind the comment: marks of 200 characters, words, and the name. */
const DECLARED =
  /^\s{0,40}(?:[@#[][^\n]{0,200}\n\s{0,40}){0,4}(?:(?:export|default|public|internal|final|sealed|open|data|declare|abstract|partial|readonly)\s{1,4}){0,5}(?:interface|type|class|struct|record|message)\s{1,4}(\w{1,100})/;
const MAX_HEAD = 1_200;
const MAX_GAP = 200;

/** Paths that the values of a type are sent to, by the type's name; none where they are its answers. */
export type SaidTypes = ReadonlyMap<string, readonly string[]>;

export function saidTypes(source: string, comments: readonly Comment[]): SaidTypes {
  const said = new Map<string, readonly string[]>();
  let block = '';
  let last = -1;
  for (const { text, start, end } of comments) {
    // Lines of comment below each other are one.
    const gap = source.slice(Math.max(last, start - MAX_GAP), start);
    const joined = last >= 0 && start - last < MAX_GAP && gap.trim() === '' && gap.split('\n').length <= 2;
    block = (joined ? `${block}\n${text}` : text).slice(-MAX_HEAD);
    last = end;
    const urls = [...new Set(block.match(PATH) ?? [])];
    const sent = SENT.test(block) && !OTHER.test(block);
    if (urls.length !== 1 || (!sent && !ANSWERED.test(block))) continue;
    const name = DECLARED.exec(source.slice(end, end + MAX_HEAD))?.[1];
    if (name !== undefined) said.set(name, sent ? urls : []);
  }
  return said;
}
