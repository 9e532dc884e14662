// Log lines on standard error: words for people, or JSON for collectors. Never a body, a secret or personal data.
import type { RunLog } from '../../batch/results/hooks.ts';
import { plain } from '../../files/plain.ts';
import type { Io } from '../io.ts';

type Fields = Readonly<Record<string, unknown>>;
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const;
type Level = keyof typeof LEVELS;

export async function makeLog(format: 'text' | 'json', verbose: boolean, io: Io): Promise<RunLog> {
  if (format === 'json') {
    const { pino } = await import('pino');
    const logger = pino(
      { level: verbose ? 'debug' : 'info', base: null },
      { write: (line: string) => io.err(line) },
    );
    const write =
      (level: Level) =>
      (message: string, fields: Fields = {}) =>
        logger[level](fields, message);
    return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  }
  const write =
    (level: Level) =>
    (message: string, fields: Fields = {}) => {
      if (LEVELS[level] < (verbose ? LEVELS.debug : LEVELS.warn)) return;
      const tail = Object.entries(fields).map(([key, value]) => ` ${key}=${plain(String(value))}`);
      io.err(`${new Date(io.now()).toISOString()} ${level.padEnd(5)} ${plain(message)}${tail.join('')}\n`);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
