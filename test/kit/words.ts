// Messages as sentences, for tests of rooms that know only codes. Loading this file also gives errors their sentences.
import { type Message, verbatim } from '../../src/message.ts';
import { say, sayOf } from '../../src/words/say.ts';

export { say, sayOf, verbatim };

/** For `toEqual` and `toMatchObject`: matches a message whose sentence contains a text or matches a pattern. */
export const saying = (expected: string | RegExp): unknown => ({
  asymmetricMatch: (message: Message) =>
    typeof expected === 'string' ? say(message).includes(expected) : expected.test(say(message)),
  toString: () => `saying ${String(expected)}`,
});
