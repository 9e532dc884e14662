// A process that pays (payer.ts), from here: started ahead, so that it has loaded what it needs when its job comes. A
// process serves one job, and none outlives its room.
import { type ChildProcess, fork } from 'node:child_process';

import { type Profile } from '../../../interface/profile.ts';

export interface Job {
  readonly file: string;
  readonly results: string;
  readonly ledger: string;
  /** Of the documents. */
  readonly folder: string;
  readonly url: string;
  readonly profile: Partial<Profile>;
  /** `POINT:N`, as crash-point.ts has it; none: to its end. */
  readonly crash: string | undefined;
}

export type Told = { readonly exitCode: number } | { readonly failed: string };

/** Run from its sources, as the tests do, the process is the built one: Node 20 runs no TypeScript. */
const ENTRY = new URL(
  `../../../${import.meta.url.endsWith('.ts') ? '../dist/' : ''}start/payer.js`,
  import.meta.url,
);

/** `killed`: by its own SIGKILL. `ended`: with this exit code. `failed`: it could not work at all. */
export type PayerEnd =
  | { readonly how: 'killed' }
  | { readonly how: 'ended'; readonly exitCode: number }
  | { readonly how: 'failed'; readonly why: string };

/** The processes of one selftest. */
export class Payers {
  readonly #env: NodeJS.ProcessEnv;
  readonly #alive = new Map<ChildProcess, Promise<void>>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** Starts a process that waits for its job. */
  start(): (job: Job) => Promise<PayerEnd> {
    const child = fork(ENTRY, [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: this.#env,
      execArgv: [],
    });
    let told: Told | undefined;
    child.on('message', (message: Told) => (told = message));
    const ended = new Promise<PayerEnd>((resolve) => {
      child.once('error', ({ message }) => {
        resolve({ how: 'failed', why: message });
      });
      child.once('close', (code, signal) => {
        resolve(endOf(told, code, signal));
      });
    });
    this.#alive.set(
      child,
      ended.then(() => void this.#alive.delete(child)),
    );
    return (job) => {
      child.send(job, () => undefined); // one that is gone says so by its end
      return ended;
    };
  }

  /** All of them, at once; resolves when none is left. */
  async kill(): Promise<void> {
    const ends = [...this.#alive.values()];
    for (const child of this.#alive.keys()) child.kill('SIGKILL');
    await Promise.all(ends);
  }
}

function endOf(told: Told | undefined, code: number | null, signal: string | null): PayerEnd {
  if (told !== undefined)
    return 'failed' in told ? { how: 'failed', why: told.failed } : { how: 'ended', exitCode: told.exitCode };
  if (signal === 'SIGKILL') return { how: 'killed' };
  return { how: 'failed', why: `its process ended with ${signal ?? code ?? 'nothing'}` };
}
