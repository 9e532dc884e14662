// A file that may take more memory than there is, looked at in a process of its own: where that one fails for want of memory,
// the file is unreadable, and all others are read.
import { fork } from 'node:child_process';

import { howToHaveMore } from '../../../files/heap.ts';
import type { Aside, Seen } from '../../../lint/look/look.ts';
import { BUILD } from '../../version.ts';

const PROGRAM = new URL('look-aside.js', import.meta.url);

/** Only what is built can be started. */
export const aside = BUILD === undefined ? undefined : lookAside;

function lookAside(asked: Aside): Promise<Seen> {
  return new Promise((resolve) => {
    const unreadable = (why: string): void => resolve({ looked: { kind: 'unreadable', why }, stamp: '' });
    // It needs nothing of the environment but what Node reads; what the runtime says at its end is for nobody.
    const { NODE_OPTIONS = '' } = process.env;
    const child = fork(PROGRAM, [], {
      env: { NODE_OPTIONS },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('error', (error: NodeJS.ErrnoException) =>
      unreadable(`can't be read in a process of its own (${error.code ?? error.message})`),
    );
    child.once('message', (seen) => resolve(seen as Seen)); // what look-aside.ts sends
    child.once('exit', () =>
      unreadable(`takes more memory than this process may have: split the file (${howToHaveMore()})`),
    );
    child.send(asked, () => undefined); // that it failed is told by its end
  });
}
