// Anything at any moment: three hosts that are killed or paused, and a database that restarts at once, while a run
// goes on. Says what it did, how many requests the dead had under way, and how long their rows waited for somebody
// else.
import type { SeededRandom } from '../../../src/sandbox/random.ts';
import type { Ended } from '../../kit/cli.ts';
import type { PostgresServer } from '../../kit/postgres-server.ts';
import type { Company, Host } from './hosts.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isOver = ({ child }: Host): boolean => child.exitCode !== null || child.signalCode !== null;
const LOOK_MS = 250;
const HOSTS = 3;
/** Of each host, before one is left in peace. */
const FAULTS = 3;
/** The others would be over sooner. */
const GIVEN_UP_MS = 60_000;

export interface DisturbanceOptions {
  readonly own: Company;
  readonly random: SeededRandom;
  readonly server: PostgresServer;
  /** Starts a host that works until nothing is left. */
  readonly begin: () => Host;
  /** Of a pause; the longest is a bit more than twice a lease. */
  readonly leaseMs: number;
}

export interface Disturbed {
  faults: number;
  kills: number;
  /** Requests that killed hosts had under way, by the ledger. */
  underWay: number;
  /** The longest that rows of a host that was killed or paused waited, while another was alive. */
  waitedMs: number;
  /** Of the hosts that were not killed. */
  readonly ends: Ended[];
}

/** Ends when the last hosts, which nobody disturbs, have ended. */
export async function disturb(options: DisturbanceOptions): Promise<Disturbed> {
  const disturbance = new Disturbance(options);
  const hosts = Array.from({ length: HOSTS }, () => disturbance.host());
  await Promise.all([...hosts, disturbance.restart()]);
  await Promise.all(disturbance.following);
  return disturbance.done;
}

class Disturbance {
  readonly #options: DisturbanceOptions;
  readonly done: Disturbed = { faults: 0, kills: 0, underWay: 0, waitedMs: 0, ends: [] };
  readonly following: Promise<void>[] = [];
  /** Hosts that run, and aren't paused. */
  #alive = 0;
  #isDown = false;

  constructor(options: DisturbanceOptions) {
    this.#options = options;
  }

  async host(): Promise<void> {
    const { own, random } = this.#options;
    for (let i = 0; i < FAULTS; i++) {
      const one = this.#begin();
      const sent = own.paid;
      // At any moment of its life, or while it is sending.
      if (random() < 0.3) await Promise.race([pause(random() * 3_000), one.over]);
      else await this.#sending(one, sent);
      if (isOver(one)) break;
      this.done.faults++;
      if (random() < 0.5) this.#kill(one);
      else await this.#stop(one);
      await one.over;
    }
    await this.#begin().over;
  }

  /** Until this host holds rows, and some more were sent. */
  async #sending(one: Host, sent: number): Promise<void> {
    const { own, random } = this.#options;
    const holds = `SELECT 1 FROM @chunks c JOIN @workers w ON w.id = c.worker WHERE w.pid = ${one.child.pid} LIMIT 1`;
    while (!isOver(one) && (await this.#ask(holds)).length === 0) await pause(50);
    const some = sent + 3 + random() * 20;
    while (!isOver(one) && own.paid < some && own.paid < own.rows) await pause(5);
  }

  #begin(): Host {
    const one = this.#options.begin();
    this.#alive++;
    void one.over.then((end) => {
      this.#alive--;
      if (end.signal === null) this.done.ends.push(end);
    });
    return one;
  }

  #kill(one: Host): void {
    this.done.kills++;
    one.child.kill('SIGKILL');
    this.following.push(
      this.#countUnderWay(one),
      this.#follow(one, () => false),
    );
  }

  async #stop({ child, over }: Host): Promise<void> {
    const { random, leaseMs } = this.#options;
    let isBack = false;
    this.#alive--;
    child.kill('SIGSTOP');
    this.following.push(this.#follow({ child, over }, () => isBack));
    await pause(random() * 2.5 * leaseMs);
    isBack = true;
    this.#alive++;
    child.kill('SIGCONT');
  }

  async restart(): Promise<void> {
    const { random, server } = this.#options;
    await pause(2_000 + random() * 3_000);
    this.done.faults++;
    this.#isDown = true;
    await server.down('SIGQUIT');
    await pause(random() * 1_000);
    await server.up();
    this.#isDown = false;
  }

  /** A host that is gone for good never takes back what it has under way. */
  async #countUnderWay({ child, over }: Host): Promise<void> {
    await over;
    const [found] = await this.#ask(
      `SELECT count(*)::int AS count FROM @intents i JOIN @workers w ON w.id = i.worker WHERE w.pid = ${child.pid}`,
    );
    this.done.underWay += Number(found?.['count']);
  }

  /** Until each chunk that this host holds now is done or somebody else's, or it is back. */
  async #follow({ child }: Host, isBack: () => boolean): Promise<void> {
    const mine = `SELECT id FROM @workers WHERE pid = ${child.pid}`;
    const held = await this.#ask(`SELECT run_id, chunk FROM @chunks WHERE worker IN (${mine})`);
    const names = held.map(({ run_id, chunk }) => `('${String(run_id)}', ${String(chunk)})`).join(', ');
    if (names === '') return;
    let lookedMs = performance.now();
    for (let waitedMs = 0; waitedMs < GIVEN_UP_MS && !isBack(); await pause(LOOK_MS)) {
      const [waits] = await this.#ask(
        `SELECT 1 FROM @chunks WHERE (run_id, chunk) IN (${names}) AND state <> 'done'
           AND (worker IS NULL OR worker IN (${mine})) LIMIT 1`,
      );
      const nowMs = performance.now();
      if (this.#alive > 0) waitedMs += nowMs - lookedMs;
      lookedMs = nowMs;
      this.done.waitedMs = Math.max(this.done.waitedMs, waitedMs);
      if (!waits) return;
    }
  }

  /** As soon as the database is there. */
  async #ask(sql: string): Promise<Record<string, unknown>[]> {
    for (let tries = 0; ; tries++) {
      while (this.#isDown) await pause(LOOK_MS);
      try {
        return await this.#options.own.ask(sql);
      } catch (error) {
        if (tries > 100) throw error;
        await pause(LOOK_MS);
      }
    }
  }
}
