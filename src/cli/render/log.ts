// Log lines on standard error: text for people, or JSON for log collectors. Never a body, a secret or personal data.
import type { RunLog } from '../../batch/results/hooks.ts';
import { plain } from '../../files/plain.ts';
import { isMessage } from '../../message.ts';
import { say } from '../../words/say.ts';
import type { Io, Level } from '../io.ts';

type LogFields = Readonly<Record<string, unknown>>;
const LEVELS: Readonly<Record<Level, number>> = { debug: 20, info: 30, warn: 40, error: 50 };

export function makeLog(verbose: boolean, io: Io): RunLog {
  const least = (inText: Level): number => LEVELS[verbose ? 'debug' : inText];
  const write =
    (level: Level) =>
    (message: string, given: LogFields = {}): void => {
      const fields = withSentences(given);
      if (io.log) {
        if (LEVELS[level] >= least('info')) io.log(level, message, fields);
        return;
      }
      if (LEVELS[level] < least('warn')) return;
      const tail = Object.entries(fields).map(([key, value]) => ` ${key}=${plain(String(value))}`);
      io.err(
        `${new Date(io.now()).toISOString()} ${level.padEnd(5)} ${plain(message)}${tail.join('')}\n`,
        level,
      );
    };
  return { info: write('info'), warn: write('warn') };
}

/** Messages among the fields as sentences. */
const withSentences = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, isMessage(value) ? say(value) : value]),
  );

/** The same process. Each line on standard error is a JSON object with level, time and msg. */
export async function withJsonLog(io: Io): Promise<Io> {
  const { pino } = await import('pino');
  let now: Level = 'info';
  const logger = pino({ level: 'debug', base: null }, { write: (line: string) => io.err(line, now) });
  const log: NonNullable<Io['log']> = (level, message, fields) => {
    now = level;
    logger[level](fields, message);
  };
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
      terminal: false,
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
