// Signals: for a command that ends in order, and for all others. Those, told to end while a file is being written, leave no
// half of it behind, and end as they would have. Only for as long as there is something to take away: a listener is heard
// between two pieces of work alone, and would make the rest of a command deaf for as long.
import { anyParts, removeParts, watchParts } from '../files/parts.ts';
import type { Io } from './io.ts';

// A closed terminal (SIGHUP) must not leave rows in doubt.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How a command asks to be told. From then on it is the one to end. */
export function signals(): Io['onSignal'] {
  let isTaken = false;
  removePartsOnSignal(() => isTaken);
  return (listener) => {
    isTaken = true;
    for (const name of SIGNALS) process.on(name, () => listener(name));
  };
}

/** `isTaken`: whether the command itself ends in order on a signal. */
function removePartsOnSignal(isTaken: () => boolean): void {
  let listens = false;
  const leave = (): void => {
    for (const name of SIGNALS) process.off(name, end);
    listens = false;
  };
  const end = (name: NodeJS.Signals): void => {
    if (isTaken()) return;
    removeParts();
    leave();
    process.kill(process.pid, name);
  };
  watchParts((some) => {
    if (some && !listens) {
      for (const name of SIGNALS) process.on(name, end);
      listens = true;
    }
    // A signal that has come meanwhile is delivered in the next round.
    if (!some) setImmediate(() => setImmediate(() => !anyParts() && listens && leave()));
  });
  process.on('exit', removeParts);
}
