// Time and chance as parameters: the client waits and jitters only through these.

export interface Clock {
  /** Milliseconds since 1970. A person can set it back. */
  now(): number;
  /** Milliseconds since some moment, never going back: for deadlines and rates. */
  elapsed(): number;
  /** Resolves after `delayMs`, or at once when the signal fires. Never rejects. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, delayMs);
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/** A time in ISO 8601, UTC. */
export const timeText = (ms: number): string => new Date(ms).toISOString();

/** A number in [0, 1), as `Math.random`. */
export type Random = () => number;
