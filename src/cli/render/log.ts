// Standard error: log lines and notices, as text for people or JSON for log collectors, and --quiet.
import type { RunHooks } from '../../batch/results/hooks.ts';
import { plain, plainLines } from '../../files/plain.ts';
import type { Message } from '../../message.ts';
import { say } from '../../words/say.ts';
import type { Io, Level } from '../io.ts';

/** Start and end of a run: for log collectors, and for people with --verbose. */
export const makeLog =
  (verbose: boolean, io: Io): NonNullable<RunHooks['log']> =>
  (event) => {
    if (io.log) io.log('info', say(event), event.params);
    else if (verbose) {
      const fields = Object.entries(event.params).map(([key, value]) => ` ${key}=${plain(String(value))}`);
      io.err(`${new Date(io.now()).toISOString()} info  ${say(event)}${fields.join('')}\n`);
    }
  };

/** What the operator must know, and what does not stop the command. */
export const makeNotice =
  (io: Io) =>
  (message: Message): void =>
    io.err(`paybatch: ${plainLines(say(message))}\n`, 'warn');

const LEVELS: Readonly<Record<Level, number>> = { info: 30, warn: 40, error: 50 };

/** The same process. Each line on standard error is a JSON object with level, time and msg, in the numbers of pino. */
export function withJsonLog(io: Io): Io {
  const log: NonNullable<Io['log']> = (level, msg, fields) =>
    io.err(`${JSON.stringify({ level: LEVELS[level], time: io.now(), ...fields, msg })}\n`, level);
  return {
    ...io,
    log,
    err: (text, level = 'info') => {
      for (const line of text.split('\n')) if (line.trim() !== '') log(level, line, {});
    },
  };
}

/** At most so many messages are held back. */
const HELD = 1000;

/** The same process with --quiet: errors are printed at once, all else only by `end`, if the exit code is not 0. */
export function withQuietOutput(io: Io): { readonly io: Io; readonly end: (code: number) => void } {
  const held: (() => void)[] = [];
  const hold = (say: () => void): void => {
    if (held.length < HELD) held.push(say);
  };
  return {
    end: (code) => {
      if (code !== 0) for (const say of held) say();
    },
    io: {
      ...io,
      errTerminal: false,
      isQuiet: true,
      out: (text) => hold(() => io.out(text)),
      result: io.out,
      err: (text, level = 'info') => {
        if (level === 'error') io.err(text, level);
        else hold(() => io.err(text, level));
      },
    },
  };
}
