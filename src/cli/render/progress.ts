// How far a run is: a bar on a terminal, a line every few seconds elsewhere (a log file, a collector).
import type { ProgressReport } from '../../batch/results/hooks.ts';
import type { Io } from '../io.ts';

const LINE_EVERY_MS = 5_000;

export interface Progress {
  update(report: ProgressReport): void;
  /** Takes the bar off the screen while other lines are written. */
  clear(): void;
}

export async function makeProgress(io: Io, title: string, quiet: boolean): Promise<Progress> {
  if (quiet) return { update: () => undefined, clear: () => undefined };
  if (io.terminal && !io.log) return terminalBar(title);
  let startMs: number | undefined;
  let lastMs = 0;
  return {
    clear: () => undefined,
    update: (report) => {
      const now = io.now();
      startMs ??= lastMs = now;
      if (now - lastMs < LINE_EVERY_MS) return;
      lastMs = now;
      const text = `${title}: ${words(report, now - startMs)}`;
      if (io.log) io.log('info', text, { ...report });
      else io.err(`${new Date(now).toISOString()} info  ${text}\n`);
    },
  };
}

function words({ done, total, refused, inDoubt }: ProgressReport, elapsedMs: number): string {
  const rate = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0;
  const left = total > 0 && rate > 0 ? `, ${Math.ceil((total - done) / rate)} s left` : '';
  const of = total > 0 ? ` of ${total}` : '';
  return `${done}${of} rows, ${rate.toFixed(1)}/s${left}, ${refused} refused, ${inDoubt} in doubt`;
}

async function terminalBar(title: string): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: `${title} {bar} {value}/{total} {rate}/s eta {eta_formatted} | {refused} refused | {doubt} in doubt`,
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 500,
    gracefulExit: false,
  });
  let startMs = 0;
  return {
    update: ({ done, total, refused, inDoubt }) => {
      if (startMs === 0) {
        startMs = performance.now();
        bar.start(total, 0, { refused: 0, doubt: 0, rate: '0' });
      }
      const rate = ((done * 1000) / Math.max(1, performance.now() - startMs)).toFixed(1);
      bar.update(done, { refused, doubt: inDoubt, rate });
    },
    clear: () => {
      if (startMs !== 0) bar.stop();
      startMs = 0;
    },
  };
}
