// Metrics, notifications and pings of a run. Each call is made once, all within five seconds, without redirects. A
// failure is a warning and never changes the exit code.
import { resolve } from 'node:path';

import { proxyFor, type ProxySettings } from '../../client/proxy.ts';
import { plain } from '../../files/plain.ts';
import { attempt, type Io, refuseUncheckedTls } from '../io.ts';
import { whyNoMetrics, writeMetrics } from './metrics.ts';
import { notificationOf, type RunOrigin, type WatchedEnd } from './notification.ts';

export type Hook = 'notify' | 'ping';

export interface WatchSettings {
  readonly metricsFile: string | undefined;
  readonly notify: string | undefined;
  readonly notifyOn: 'failure' | 'always';
  readonly notifyDetails: boolean;
  readonly origin: RunOrigin;
  readonly ping: string | undefined;
  readonly proxy: ProxySettings | undefined;
}

/** For the call at the start, and for those at the end together. */
const WAIT_MS = { start: 2000, end: 3000 };

export class Watch {
  readonly #io: Io;
  readonly #settings: WatchSettings;
  readonly #waitMs: typeof WAIT_MS;
  /** Absolute path; `undefined` if nothing may be written there. */
  #metrics: string | undefined;
  readonly #warned = new Set<string>();

  constructor(settings: WatchSettings, io: Io, waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
    this.#io = io;
    this.#settings = settings;
    this.#metrics = settings.metricsFile === undefined ? undefined : resolve(io.cwd, settings.metricsFile);
  }

  /** Never rejects: a failure is a warning. */
  async begin(): Promise<void> {
    const why = this.#metrics === undefined ? undefined : whyNoMetrics(this.#metrics);
    if (why !== undefined) {
      this.#metrics = undefined;
      this.#warn('--metrics-file', `${this.#settings.metricsFile ?? ''} ${why}`);
    }
    const { ping } = this.#settings;
    if (ping !== undefined)
      await this.#call('ping', below(ping, 'start'), undefined, AbortSignal.timeout(this.#waitMs.start));
  }

  /** Never rejects: a failure is a warning. */
  async end(run: WatchedEnd): Promise<void> {
    await this.#writeMetrics(run);
    const { notify, notifyOn, notifyDetails, origin, ping } = this.#settings;
    const failed = run.exitCode !== 0;
    const signal = AbortSignal.timeout(this.#waitMs.end);
    await Promise.all([
      notify !== undefined && (failed || notifyOn === 'always')
        ? this.#call('notify', notify, notificationOf(run, origin, notifyDetails), signal)
        : undefined,
      ping !== undefined && this.#call('ping', failed ? below(ping, 'fail') : ping, undefined, signal),
    ]);
  }

  async #writeMetrics(run: WatchedEnd): Promise<void> {
    if (this.#metrics === undefined) return;
    try {
      await writeMetrics(this.#metrics, run, this.#io.now());
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? 'failed'; // Node's error
      this.#warn('--metrics-file', `${this.#settings.metricsFile ?? ''} could not be written (${why})`);
    }
  }

  async #call(hook: Hook, address: string, body: object | undefined, signal: AbortSignal): Promise<void> {
    const { problem } = attempt(() => refuseUncheckedTls(this.#io));
    const why = problem?.message ?? (await call(address, body, this.#settings.proxy, signal));
    if (why !== undefined) this.#warn(`--${hook}`, `(${new URL(address).host}): ${why}`);
  }

  /** Once for each flag, and with --quiet as well: otherwise nobody would notice that the monitor gets nothing. */
  #warn(name: string, text: string): void {
    if (this.#warned.has(name)) return;
    this.#warned.add(name);
    this.#io.err(`paybatch: warning: ${name} ${plain(text)}\n`, 'error');
  }
}

/** `URL/start`, `URL/fail`: a path below the address, its query kept. */
function below(address: string, ending: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/\/$/, '') + `/${ending}`;
  return url.href;
}

/** One call. Resolves to why it failed, or to `undefined`. Never rejects. */
async function call(
  address: string,
  body: object | undefined,
  proxySettings: ProxySettings | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const proxy = proxyFor(address, proxySettings);
  // Loaded here because it is large.
  const { ProxyAgent, request } = await import('undici');
  const agent = proxy && new ProxyAgent(proxy.href);
  try {
    const answer = await request(address, {
      method: body ? 'POST' : 'GET',
      signal,
      ...(agent && { dispatcher: agent }),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    await answer.body.dump();
    return answer.statusCode >= 200 && answer.statusCode < 300
      ? undefined
      : `status code ${answer.statusCode}`;
  } catch (error) {
    if (signal.aborted) return 'no response in time';
    const { code } = error as { code?: unknown }; // Node's and undici's errors have one; a message could hold the address
    return plain(typeof code === 'string' ? code : 'failed', 60);
  } finally {
    await agent?.destroy();
  }
}
