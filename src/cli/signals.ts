// Signals: for a command that ends in order, and for all others. Those, told to end while a file is being written, leave no
// half of it behind, and end as they would have.
import { removeParts, whenPartsBegin } from '../files/parts.ts';
import type { Io } from './io.ts';

// A closed terminal (SIGHUP) must not leave rows in doubt.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How a command asks to be told. From then on it is the one to end. */
export function signals(): Io['onSignal'] {
  let isTaken = false;
  const end = (signal: NodeJS.Signals): void => {
    if (isTaken) return;
    removeParts();
    for (const name of SIGNALS) process.off(name, end);
    process.kill(process.pid, signal);
  };
  // Not sooner: a listener is heard between two pieces of work alone, and nothing has to be taken away yet.
  whenPartsBegin(() => {
    for (const name of SIGNALS) process.on(name, end);
  });
  process.on('exit', removeParts);
  return (listener) => {
    isTaken = true;
    for (const name of SIGNALS) process.on(name, () => listener(name));
  };
}
