// A process for commands that run inside the test: what they say is kept, what they ask is answered.
import type { Io } from '../../src/cli/io.ts';

export interface FakeIo extends Io {
  readonly said: { out: string; err: string; asked: string[] };
}

export function fakeIo(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  more: Partial<Io> & { answer?: string } = {},
): FakeIo {
  const said = { out: '', err: '', asked: [] as string[] };
  return {
    env: { HOME: cwd, ...env },
    cwd,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    terminal: false,
    outTerminal: false,
    interactive: false,
    columns: 100,
    readInput: () => Promise.resolve(Buffer.alloc(0)),
    ask: (question) => {
      said.asked.push(question);
      return Promise.resolve(more.answer ?? '');
    },
    onSignal: () => undefined,
    singleThread: true,
    now: () => Date.now(),
    random: Math.random,
    asTyped: (text) => text,
    ...more,
    said,
  };
}
