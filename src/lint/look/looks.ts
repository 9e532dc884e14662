// Many files looked at: what the cache knows of them, the rest by the files themselves, and where there is much of it in
// further threads. The order of what comes out is that of what went in, whoever looked.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

import { sourceOf, textOf } from '../files/source.ts';
import type { Cache } from './cache.ts';
import { type Aside, type Job, type Looked, Looker, type LookSettings, type Seen } from './look.ts';
import { mayBeTooMuch, mostFindings, TooManyFindings } from './memory.ts';

/** A thread costs as much as some hundred files: only for so many, or once this has taken so long and so much is left. */
const MANY = 5_000;
const ALONE_MS = 150;
const MIN_LEFT = 200;
const MAX_THREADS = 4;
/** As many files as are taken at a time. */
export const SHARE = 16;

/** What a further thread is given. */
export interface ThreadData {
  readonly settings: LookSettings;
  readonly jobs: readonly Job[];
  /** The first job that nobody has taken yet. */
  readonly next: Int32Array;
}

/** What it answers: one share. */
export interface Share {
  readonly from: number;
  readonly seen: readonly Seen[];
}

export interface LooksSettings extends LookSettings {
  readonly cache?: Cache | undefined;
  /** The built file of the further threads; without it there are none. */
  readonly thread?: URL | undefined;
  /** Who looks at files that may be more than this process's memory; without, they are looked at here. */
  readonly aside?: ((asked: Aside) => Promise<Seen>) | undefined;
}

export async function lookAtAll(jobs: readonly Job[], settings: LooksSettings): Promise<Looked[]> {
  const { cache } = settings;
  const results = jobs.map((job) => cache?.get(job));
  const open = jobs.filter((_, i) => results[i] === undefined);
  const seen = await lookAtEach(open, settings);
  const left = seen.values();
  return jobs.map((job, i) => {
    const known = results[i];
    if (known) return known;
    const one = left.next().value;
    if (!one) throw new Error('a file was not looked at');
    cache?.add(job, one);
    return one.looked;
  });
}

async function lookAtEach(jobs: readonly Job[], settings: LooksSettings): Promise<Seen[]> {
  const own = onlyLook(settings);
  const { aside } = settings;
  const looker = new Looker(own, aside && ((job) => aside({ settings: own, job })));
  const seen = new Gathered(jobs.length);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const beganMs = performance.now();
  let others: Helpers | undefined;
  for (let from = take(next); from < jobs.length; from = take(next)) {
    for (let i = from; i < Math.min(from + SHARE, jobs.length); i++)
      seen.put(i, await looker.look(jobs[i] as Job)); // less than the length
    seen.judge();
    const isSlow = jobs.length >= MANY || performance.now() - beganMs > ALONE_MS;
    const isMuch = isSlow && jobs.length - from > MIN_LEFT;
    if (isMuch && settings.thread)
      others ??= new Helpers(settings.thread, { settings: own, jobs, next }, seen);
  }
  await others?.end();
  // What a thread took and didn't finish is looked at here.
  for (const [i, job] of jobs.entries()) if (!seen.has(i)) seen.put(i, await looker.look(job));
  return seen.all();
}

/** What was seen of each job, as long as there is room for its findings. */
class Gathered {
  readonly #seen: (Seen | undefined)[];
  readonly #most = mostFindings();
  #findings = 0;

  constructor(jobs: number) {
    this.#seen = Array.from({ length: jobs }, () => undefined);
  }

  put(job: number, one: Seen): void {
    if (one.looked.kind === 'scanned') {
      const { findings, suppressed } = one.looked.scanned;
      this.#findings += findings.length + suppressed.length;
    }
    if (this.#findings <= this.#most) this.#seen[job] = one;
  }

  has = (job: number): boolean => this.#seen[job] !== undefined;

  /** Errors: {@link TooManyFindings}. */
  judge(): void {
    if (this.#findings > this.#most) throw new TooManyFindings();
  }

  all(): Seen[] {
    this.judge();
    return this.#seen.flatMap((one) => one ?? []);
  }
}

/** What came from standard input, by the name that it was given. */
export interface Input {
  readonly path: string;
  readonly bytes: Buffer;
}

/** A text that isn't on the disk: read as a file would be, and passed over where a run over its folder passes over it. */
export async function lookAtInput(
  { path, bytes }: Input,
  settings: Omit<LooksSettings, 'cache'> & { readonly ignored: readonly string[] },
): Promise<Looked> {
  // Loaded here only: an editor asks with one text, a run over files by them.
  const { ignoredAs } = await import('../files/ignores.ts');
  const ignored = ignoredAs(settings.cwd, resolve(settings.cwd, path), settings.ignored);
  if (ignored !== undefined) return { kind: 'skipped', why: ignored };
  const opened = sourceOf(bytes, '');
  if ('skip' in opened) return { kind: 'skipped', why: opened.skip };
  if ('unreadable' in opened) return { kind: 'unreadable', why: opened.unreadable };
  const text = textOf(opened);
  const own = onlyLook(settings);
  if (!settings.aside || !mayBeTooMuch(text.length)) return await new Looker(own).given(path, text);
  return (await settings.aside({ settings: own, job: { file: path }, text })).looked;
}

/** What can be handed to others: the rest of the settings can't. */
function onlyLook(settings: LookSettings): LookSettings {
  const { cwd, paths, asOf, cutoff, minConfidence, hosts, clients, map } = settings;
  return { cwd, paths, asOf, cutoff, minConfidence, hosts, clients, map };
}

/** Takes the next share: its first job. */
export const take = (next: Int32Array): number => Atomics.add(next, 0, SHARE);

class Helpers {
  readonly #ended: Promise<unknown>;

  constructor(thread: URL, data: ThreadData, into: Gathered) {
    const count = Math.min(MAX_THREADS, availableParallelism()) - 1;
    const threads = Array.from({ length: count }, () => {
      const worker = new Worker(thread, { workerData: data });
      worker.on('message', ({ from, seen }: Share) => {
        seen.forEach((one, i) => into.put(from + i, one));
      });
      return new Promise((resolve) => {
        // One that fails leaves its work to the others.
        worker.once('error', resolve);
        worker.once('exit', resolve);
      });
    });
    this.#ended = Promise.all(threads);
  }

  async end(): Promise<void> {
    await this.#ended;
  }
}
