// Whoever watches a run from outside: told when it begins, and how it ended, whatever ended it. Nothing here changes
// the exit code; what can be known to be wrong is refused before anything is sent.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';

import type { ProxySettings } from '../../client/proxy.ts';
import { plain } from '../../files/plain.ts';
import type { Io } from '../io.ts';
import type { EndedRun } from './ended.ts';
import { type Message, messageOf, type Origin } from './message.ts';
import { whyNoMetrics, writeMetrics } from './metrics.ts';
import { ALL_CALLS_MS, below, call, hookAddress } from './webhooks.ts';

export type Hook = 'notify' | 'ping';

export interface WatchSettings {
  readonly metricsFile: string | undefined;
  readonly notify: string | undefined;
  readonly notifyOn: 'failure' | 'always';
  readonly notifyDetails: boolean;
  readonly origin: Origin;
  readonly ping: string | undefined;
  /** Where each is set, as messages name it; their flags without it. */
  readonly places?: Readonly<Record<Hook, string>> | undefined;
  /** Addresses that are judged and never called: those of the night, at a rehearsal. */
  readonly uncalled?: ReadonlySet<Hook> | undefined;
  readonly proxy: ProxySettings | undefined;
}

/** The share of the time that --ping may take at the start: the calls at the end need the rest. */
const START_SHARE = 0.4;

export class Watch {
  readonly #io: Io;
  readonly #settings: WatchSettings;
  /** Whole path; `undefined` once it is known that nothing can be written there. */
  #metrics: string | undefined;
  readonly #warned = new Set<string>();
  /** For all calls together that are still to be made. */
  #leftMs: number;

  constructor(settings: WatchSettings, io: Io, allCallsMs = ALL_CALLS_MS) {
    this.#leftMs = allCallsMs;
    this.#io = io;
    this.#settings = settings;
    this.#metrics = settings.metricsFile === undefined ? undefined : resolve(io.cwd, settings.metricsFile);
  }

  /** Errors: a UsageError for an address that no call may go to, before anything is sent. */
  async begin(): Promise<void> {
    const { notify, ping, places } = this.#settings;
    if (notify !== undefined) hookAddress(places?.notify ?? '--notify', notify);
    const url = ping === undefined ? undefined : hookAddress(places?.ping ?? '--ping', ping);
    if (this.#metrics !== undefined) {
      const why = await whyNoMetrics(this.#metrics);
      if (why !== undefined) {
        this.#metrics = undefined;
        this.#warn('--metrics-file', `${this.#settings.metricsFile ?? ''}: ${why}`);
      }
    }
    if (url && this.#isCalled('ping'))
      await this.#together([this.#call('--ping', below(url, 'start'))], this.#leftMs * START_SHARE);
  }

  /** Never rejects: what fails is a warning. */
  async end(run: EndedRun): Promise<void> {
    await this.#writeMetrics(run);
    const { notify, notifyOn, notifyDetails, origin, ping } = this.#settings;
    const calls: ((signal: AbortSignal) => Promise<void>)[] = [];
    const failed = run.exitCode !== 0;
    if (notify !== undefined && this.#isCalled('notify') && (failed || notifyOn === 'always'))
      calls.push(...this.#callTo('--notify', notify, (url) => url, messageOf(run, origin, notifyDetails)));
    if (ping !== undefined && this.#isCalled('ping'))
      calls.push(...this.#callTo('--ping', ping, (url) => (failed ? below(url, 'fail') : url)));
    await this.#together(calls, this.#leftMs);
  }

  #isCalled(hook: Hook): boolean {
    return this.#settings.uncalled?.has(hook) !== true;
  }

  async #writeMetrics(run: EndedRun): Promise<void> {
    if (this.#metrics === undefined) return;
    try {
      await writeMetrics(this.#metrics, run, this.#io.now(), randomUUID());
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? 'failed'; // Node's error
      this.#warn('--metrics-file', `${this.#settings.metricsFile ?? ''} could not be written (${why})`);
    }
  }

  /** No call where the address is what ended the run. */
  #callTo(
    name: string,
    text: string,
    place: (url: URL) => URL,
    body?: Message,
  ): ((signal: AbortSignal) => Promise<void>)[] {
    try {
      return [this.#call(name, place(hookAddress(name, text)), body)];
    } catch {
      return [];
    }
  }

  #call(name: string, url: URL, body?: Message): (signal: AbortSignal) => Promise<void> {
    return async (signal) => {
      const why = await call(url, body, this.#settings.proxy, signal);
      if (why !== undefined) this.#warn(name, `(${url.host}): ${why}`);
    };
  }

  async #together(calls: readonly ((signal: AbortSignal) => Promise<void>)[], mostMs: number): Promise<void> {
    if (calls.length === 0) return;
    const from = performance.now();
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(mostMs)));
    await Promise.all(calls.map((one) => one(signal)));
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - from));
  }

  /** One for each of them, also where people are to be told of trouble only: whoever watches hears nothing else. */
  #warn(name: string, text: string): void {
    if (this.#warned.has(name)) return;
    this.#warned.add(name);
    this.#io.err(`paybatch: warning: ${name} ${plain(text)}\n`, 'error');
  }
}
