// Random nights, compared with rules-model.ts, a second implementation of the contract's rules on duplicates. Files
// are created, saved again, renamed, run again and run as retry files. Requests are lost or refused, rows are
// resolved, and days pass between runs. The status of every row and the number of transfers must be the model's.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FileLedger } from '../../src/ledger/file/file-ledger.ts';
import type { FaultSpec } from '../../src/sandbox/faults.ts';
import { seeded } from '../../src/sandbox/random.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { results } from '../kit/cli.ts';
import { JumpingClock } from '../kit/clock.ts';
import { folder } from '../kit/folder.ts';
import { ACCOUNT, COLUMNS, payouts } from '../kit/payouts.ts';
import { runIn, sandbox } from '../kit/sandbox.ts';
import { SEED, trials } from '../kit/seed.ts';
import { keysOf, type ModelFile, type ModelRow, NAMED, RulesModel, type Sent } from './rules-model.ts';

const NIGHTS = 8;
const DAY_MS = 86_400_000;
const FAULTS: Readonly<Record<Sent, FaultSpec | undefined>> = {
  created: undefined,
  rejected: { kind: 'status-before', status: 422, operation: 'createTransfer' },
  in_doubt: { kind: 'reset-after', operation: 'createTransfer' },
};
/** The first three pairs are two spellings of one reference. A file has only one spelling of each. */
const REFERENCES = ['R-1', 'r-1', '7', '007', 'S 3', 'S3', 'T-4', 'U-5', 'V-6'];

interface NamedFile extends ModelFile {
  readonly name: string;
}
interface KeptFile extends NamedFile {
  /** The indexes of the rows in its retry file. */
  readonly left: readonly number[];
}

class World {
  readonly at = folder({});
  readonly clock = new JumpingClock();
  readonly model = new RulesModel();
  readonly service: Sandbox;
  readonly story: string[] = [];
  readonly #random: () => number;
  /** By name, each as it was in its last run. */
  readonly #files = new Map<string, KeptFile>();
  /** The run and line of each row in doubt in the ledger, by the key of the row in the model. */
  readonly #sentAt = new Map<string, { readonly runId: string; readonly line: number }>();
  paid = 0;

  constructor(service: Sandbox, seed: number) {
    this.service = service;
    this.#random = seeded(seed);
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!; // the index is in range
  }

  #chance(of: number): boolean {
    return this.#random() < of;
  }

  async night(number: number): Promise<void> {
    const days = this.#pick([0, 0, 0, 1, 5, 29, 31]);
    this.clock.nowMs += days * DAY_MS;
    if (this.#chance(0.4)) await this.#resolve();
    const file = this.#file(number);
    const alikeOk = this.#chance(0.1);
    const [fault, first] = [
      this.#pick(['created', 'created', 'rejected', 'in_doubt'] as const),
      this.#pick([1, 2]),
    ];
    let sent = 0;
    const sends = (): Sent => (sent++ < first ? fault : 'created');
    const expected = this.model.run(file, this.clock.nowMs, alikeOk, sends);
    const before = this.service.store.transfers.length;
    const { statuses, runId } = await this.#run(file, alikeOk, FAULTS[fault] && { ...FAULTS[fault], first });
    this.story.push(
      `${number} (${days} days later): ${file.name}${alikeOk ? ' --alike-ok' : ''}, ${fault} ${first}: ${file.text}${statuses.join(' ')}`,
    );
    expect(statuses, this.story.join('\n')).toEqual(expected);
    const executed = Array.from({ length: sent }, (_, at) => (at < first ? fault : 'created'));
    expect(this.service.store.transfers.length - before).toBe(
      executed.filter((one) => one !== 'rejected').length,
    );
    for (const [at, key] of file.keys.entries())
      if (expected[at] === 'in_doubt' && !this.#sentAt.has(key))
        this.#sentAt.set(key, { runId, line: at + 2 });
    const left = expected.flatMap((status, at) => (/^(invalid|rejected|not_sent)/.test(status) ? [at] : []));
    this.#files.set(file.name, { ...file, left });
  }

  #file(number: number): NamedFile {
    const files = [...this.#files.values()];
    const retried = files.filter(({ name }) => existsSync(this.#path(name, '.retry.csv')));
    if (files.length > 0 && this.#chance(0.2)) {
      const again = this.#pick(files);
      return this.#chance(0.5) ? again : { ...again, name: `renamed-${number}.csv` };
    }
    if (retried.length > 0 && this.#chance(0.25)) return this.#retryOf(this.#pick(retried), number);
    const rows = files.length > 0 && this.#chance(0.5) ? this.#changed(this.#pick(files).rows) : this.#rows();
    const named = rows.map((row) => ({
      reference: row.reference,
      receiverAmount: row.amount,
      'destination.externalAccountId': row.account,
      memo: row.memo,
    }));
    const own = rows.some(({ reference }) => reference !== '')
      ? COLUMNS
      : COLUMNS.filter((name) => name !== 'reference');
    const columns = this.#pick([own, own.toReversed(), [...own, 'x-note']]);
    const text = payouts(named, columns).replaceAll('\n', this.#pick(['\n', '\r\n']));
    const batch = this.#chance(0.4) ? NAMED : text;
    return { name: `in-${number}.csv`, rows, text, batch, keys: keysOf(rows, batch) };
  }

  #rows(): ModelRow[] {
    const isBare = this.#chance(0.5);
    const rows = new Map<string, ModelRow>();
    for (let count = this.#pick([1, 2, 3, 4]); count > 0; count--) {
      const reference = isBare ? '' : this.#pick(REFERENCES);
      const row = { reference, amount: this.#pick(['10', '10.0', '20']), memo: this.#pick(['m', 'n']) };
      rows.set(isBare ? `${count}` : reference.toLowerCase().replace(/ |^0+/g, ''), {
        ...row,
        account: this.#pick([ACCOUNT, ACCOUNT, ACCOUNT.replace('8', '9')]),
      });
    }
    return [...rows.values()];
  }

  /** The rows of an earlier file, as a person might change them before running them again. */
  #changed(rows: readonly ModelRow[]): readonly ModelRow[] {
    const made = this.#pick(REFERENCES);
    return this.#pick<() => readonly ModelRow[]>([
      () => rows,
      () => rows.toReversed(),
      () => rows.slice(1).concat(rows.length === 1 ? rows : []),
      () => rows.map((row) => ({ ...row, reference: '' })),
      () => rows.map((row, at) => ({ ...row, reference: `${made}-${at}` })),
    ])();
  }

  #retryOf(parent: KeptFile, number: number): NamedFile {
    const of = <T>(list: readonly T[]): T[] => parent.left.flatMap((at) => list.slice(at, at + 1));
    const text = readFileSync(this.#path(parent.name, '.retry.csv'), 'utf8');
    return {
      name: `retry-${number}.csv`,
      batch: parent.batch,
      text,
      rows: of(parent.rows),
      keys: of(parent.keys),
    };
  }

  #path(name: string, end = '.csv'): string {
    return join(this.at, name.replace('.csv', end));
  }

  async #run({ name, text, batch }: NamedFile, alikeOk: boolean, fault: FaultSpec | undefined) {
    this.service.faults.clear();
    if (fault) this.service.faults.add(fault);
    writeFileSync(this.#path(name), text);
    const paths = {
      file: this.#path(name),
      results: this.#path(name, '.results.csv'),
      retry: this.#path(name, '.retry.csv'),
    };
    const { runId } = await runIn(this.at, this.service.url, {
      ...{ ...paths, clock: this.clock, alikeOk, concurrency: 1, haltAfter: 100, maxInDoubt: 100 },
      ...(batch === NAMED && { batchId: NAMED }),
    });
    const statuses = results(paths.results).map(({ status = '', errorCode = '' }) =>
      ['invalid', 'not_sent'].includes(status) ? `${status}/${errorCode}` : status,
    );
    return { statuses, runId: runId ?? '' };
  }

  async #resolve(): Promise<void> {
    const [key] = this.model.doubts;
    const place = key === undefined ? undefined : this.#sentAt.get(key);
    if (key === undefined || !place) return;
    const as = this.#pick(['created', 'not-created'] as const);
    const ledger = new FileLedger(join(this.at, 'l.db'), 'env', { create: true, accept: false });
    const doubt = (await ledger.doubts()).find(
      ({ runId, line }) => runId === place.runId && line === place.line,
    );
    if (!doubt) throw new Error(`${key} is not in doubt in the ledger`);
    const said = { at: new Date(this.clock.nowMs), reason: 'asked', by: 'ada', correct: false, sure: true };
    const createdId = as === 'created' ? `said-${this.story.length}` : null;
    expect(await ledger.resolve({ ...place, key: doubt.key, as, createdId, ...said })).toMatchObject({
      ok: true,
    });
    await ledger.close();
    this.model.resolve(key, as, this.clock.nowMs);
    this.#sentAt.delete(key);
    this.story.push(`resolved as ${as}: ${key}`);
  }
}

describe('random nights', () => {
  const seeds = Array.from({ length: trials(30) }, (_, at) => SEED + at);
  it.each(seeds)('give every row the status that the contract requires (seed %i)', async (seed) => {
    const world = new World(await sandbox({}), seed);
    for (let number = 1; number <= NIGHTS; number++) await world.night(number);
  });
});
