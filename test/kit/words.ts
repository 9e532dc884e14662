// Messages as sentences, for tests of rooms that know only codes: loading this also makes errors speak in sentences.
import { type Message, verbatim } from '../../src/message.ts';
import { say, sayOf } from '../../src/words/say.ts';

export { say, sayOf, verbatim };

/** In place of a message, in `toEqual` and `toMatchObject`: one whose sentence contains a text, or matches. */
export const saying = (expected: string | RegExp): unknown => ({
  asymmetricMatch: (message: Message) =>
    typeof expected === 'string' ? say(message).includes(expected) : expected.test(say(message)),
  toString: () => `saying ${String(expected)}`,
});
