// Sentences of what is wrong with a file.
import type { PlacedMessages } from '../files/input-error.ts';
import type { WordsOf } from '../message.ts';

export const FILES: WordsOf<PlacedMessages> = {
  at_place: ({ file, line, column, what }, say) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    return `${place}: ${say(what)}`;
  },
  several: ({ messages, more }, say) =>
    [...messages.map(say), ...(more > 0 ? [`... and ${more} more`] : [])].join('\n'),
};
