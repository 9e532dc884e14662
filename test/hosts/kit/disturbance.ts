// Random faults during a run: three hosts are killed or paused, and the database server restarts. Reports the faults,
// how many requests the killed hosts had in progress, and how long rows waited for another host.
import type { SeededRandom } from '../../../src/sandbox/random.ts';
import type { Ended } from '../../kit/cli.ts';
import type { PostgresServer } from '../../kit/postgres-server.ts';
import type { Company, Host } from './hosts.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isOver = ({ child }: Host): boolean => child.exitCode !== null || child.signalCode !== null;
const LOOK_MS = 250;
const HOSTS = 3;
/** Faults for each host. The host that starts after them is not disturbed. */
const FAULTS = 3;
/** The longest time for which the rows of a host are followed. */
const GIVEN_UP_MS = 60_000;

export interface DisturbanceOptions {
  readonly own: Company;
  readonly random: SeededRandom;
  readonly server: PostgresServer;
  /** Starts a host that works until nothing is left. */
  readonly begin: () => Host;
  /** The length of a lease. A pause lasts up to two and a half leases. */
  readonly leaseMs: number;
}

export interface Disturbed {
  faults: number;
  kills: number;
  /** Requests that killed hosts had in progress, by the ledger. */
  underWay: number;
  /** The longest wait of rows of a killed or paused host, counted while another host was alive. */
  waitedMs: number;
  /** The ends of hosts that were not killed. */
  readonly ends: Ended[];
}

/** Returns when the last hosts, which are not disturbed, have ended. */
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
  /** The number of hosts that run and are not paused. */
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
      // The fault comes at any moment, or while the host is sending.
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

  /** Waits until this host holds rows and some more rows were sent. */
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

  /** Counts the requests that a killed host had in progress. Its intents stay, because it never comes back. */
  async #countUnderWay({ child, over }: Host): Promise<void> {
    await over;
    const [found] = await this.#ask(
      `SELECT count(*)::int AS count FROM @intents i JOIN @workers w ON w.id = i.worker WHERE w.pid = ${child.pid}`,
    );
    this.done.underWay += Number(found?.['count']);
  }

  /** Waits until each chunk of this host is done or held by another host, or this host is back. */
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

  /** Asks as soon as the database is up. */
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
