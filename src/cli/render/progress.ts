// The progress of a run: a bar on a terminal, else a line every few seconds (a log file, a log collector).
import type { RunControl } from '../../batch/input/control.ts';
import type { ProgressReport } from '../../batch/results/hooks.ts';
import type { Io } from '../io.ts';

const LINE_EVERY_MS = 5_000;
/** The longest text next to the bar. */
const WORDS_WIDE = 76;

interface ProgressDisplay {
  update(report: ProgressReport): void;
  /** Removes the bar while other lines are written. */
  clear(): void;
  /** Nothing more is shown. */
  end(): void;
}

/** Calls `act` again and again, until the returned function is called. It keeps no process alive. */
type Repeat = (act: () => void, everyMs: number) => () => void;

const byTimer: Repeat = (act, everyMs) => {
  const timer = setInterval(act, everyMs).unref();
  return () => clearInterval(timer);
};

export async function makeProgress(io: Io, title: string, repeat = byTimer): Promise<ProgressDisplay> {
  const nothing = (): void => undefined;
  if (io.isQuiet === true) return { update: nothing, clear: nothing, end: nothing };
  if (io.errTerminal && !io.log) return terminalBar(io, title);
  const startMs = io.now();
  let last: ProgressReport = { done: 0, total: 0, refused: 0, inDoubt: 0 };
  const print = (): void => {
    const now = io.now();
    const { done, total } = last;
    const state = `${done} of ${total} rows, ${progressText(last, now - startMs)}`;
    const text = `${title}: ${total === 0 ? 'reading the input' : state}`;
    if (io.log) io.log('info', text, { ...last });
    else io.err(`${new Date(now).toISOString()} info  ${text}\n`);
  };
  const end = repeat(print, LINE_EVERY_MS);
  return { update: (report) => void (last = report), clear: nothing, end };
}

/** The same process. It removes the bar before it prints or asks: text after a bar would be overwritten. */
export const clearingBar = (io: Io, progress: ProgressDisplay): Io => ({
  ...io,
  err: (text, level) => {
    progress.clear();
    io.err(text, level);
  },
  ask: (question) => {
    progress.clear();
    return io.ask(question);
  },
});

/** The first signal lets requests in progress finish, the second one stops at once. `first`: what the first one does. */
export function stopOnSignals(
  control: RunControl,
  io: Io,
  first = 'no new row starts; requests in progress finish',
): void {
  io.onSignal((name) => {
    control.signal();
    io.err(
      control.signals === 1
        ? `paybatch: ${name}: ${first} (once more stops at once)\n`
        : `paybatch: ${name} again: stopping at once; requests in progress are in doubt\n`,
    );
  });
}

/** Speed, remaining time, and problems if there are any. */
function progressText({ done, total, refused, inDoubt }: ProgressReport, elapsedMs: number): string {
  const rate = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0;
  return [
    `${rate.toFixed(rate < 100 ? 1 : 0)}/s`,
    ...(rate > 0 && total > done ? [`${duration((total - done) / rate)} left`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(inDoubt > 0 ? [`${inDoubt} IN DOUBT`] : []),
  ].join(', ');
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Speed and time are computed here: the library starts counting again each time that the bar is shown again. */
async function terminalBar(io: Io, title: string): Promise<ProgressDisplay> {
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: `${title} {bar} {value}/{total} {words}`,
    barsize: Math.max(6, Math.min(24, io.columns - WORDS_WIDE)),
    hideCursor: true,
    clearOnComplete: true,
    gracefulExit: false,
  });
  let startMs: number | undefined;
  let shown = false;
  const clear = (): void => {
    if (shown) bar.stop();
    shown = false;
  };
  return {
    update: (report) => {
      const now = io.now();
      startMs ??= now;
      const payload = { words: progressText(report, now - startMs) };
      if (shown) {
        bar.setTotal(report.total);
        bar.update(report.done, payload);
      } else bar.start(report.total, report.done, payload);
      shown = true;
    },
    clear,
    end: clear,
  };
}
