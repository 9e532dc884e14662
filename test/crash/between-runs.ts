// One trial: a run, then two random changes by a person ("deeds"), each followed by another run. A deed changes the
// file, the ledger or the settings. The test that uses a trial checks what the service has twice.
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { resultsName, retryName } from '../../src/batch/results/results-path.ts';
import { PaybatchError } from '../../src/errors.ts';
import { runFile, type RunRequest } from '../../src/run-file.ts';
import type { FaultSpec } from '../../src/sandbox/faults.ts';
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/options.ts';
import { seeded } from '../../src/sandbox/random.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { JumpingClock } from '../kit/clock.ts';
import { folder } from '../kit/folder.ts';
import { sandbox } from '../kit/sandbox.ts';

export type Row = Readonly<Record<string, string>>;

/** The state of one trial, which deeds change. */
export interface World {
  readonly at: string;
  readonly service: Sandbox;
  readonly clock: JumpingClock;
  rows: Row[];
  columns: string[];
  file: string;
  ledger: string;
  separator: string;
  lineEnd: string;
  encode: (text: string) => Buffer;
  request: Partial<RunRequest>;
}

export interface Deed {
  readonly what: string;
  /** What the next run no longer finds. A trial never loses both the results and the ledger. */
  readonly loses?: 'results' | 'ledger';
  /** The rows get other references or lose them: paybatch then knows them only by their content. */
  readonly renames?: true;
  readonly does: (world: World) => void | Promise<void>;
}

/** Creates a world, and writes its input file. */
export async function worldOf(
  rows: readonly Row[],
  columns: readonly string[],
  faults: readonly FaultSpec[],
  beside: Readonly<Record<string, string>> = {},
): Promise<World> {
  const at = folder({ ...beside });
  const world: World = {
    ...{ at, service: await sandbox({ faults: [...faults], idempotencyHeader: 'Idempotency-Key' }) },
    ...{ clock: new JumpingClock(), rows: [...rows], columns: [...columns] },
    ...{ file: join(at, 'in.csv'), ledger: join(at, 'l.db'), separator: ',', lineEnd: '\n' },
    ...{ encode: (text: string) => Buffer.from(text), request: {} },
  };
  save(world);
  return world;
}

const cellOf = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

export function save(world: World): void {
  const { rows, columns, separator, lineEnd } = world;
  const lines = rows.map((row) => columns.map((name) => cellOf(row[name] ?? '')).join(separator));
  writeFileSync(world.file, world.encode([columns.join(separator), ...lines, ''].join(lineEnd)));
}

export async function go(world: World): Promise<string> {
  const { service, file, ledger, clock } = world;
  const settings: RunRequest = {
    ...{ file, baseUrl: service.url, authUrl: service.url, credentials: SANDBOX_CREDENTIALS, ledger },
    ...{ timeoutMs: 500, clock, ...world.request },
  };
  try {
    return `exit ${(await runFile(settings)).exitCode}`;
  } catch (error) {
    if (error instanceof PaybatchError) return error.code;
    throw error;
  }
}

/** Changes the world, and writes the file again. */
export const saves = (what: string, more: (world: World) => Partial<World>): Deed => ({
  what,
  does: (world) => save(Object.assign(world, more(world))),
});

/** Applies `change` to each cell of a column. */
export const cells = (what: string, name: string, change: (text: string) => string): Deed =>
  saves(what, ({ rows }) => ({ rows: rows.map((row) => ({ ...row, [name]: change(row[name] ?? '') })) }));

/** Adds a column with the same text in each row. */
export const column = (what: string, name: string, text: string): Deed =>
  saves(what, ({ rows, columns }) => ({
    columns: [...new Set([...columns, name])],
    rows: rows.map((row) => ({ ...row, [name]: text })),
  }));

export const request = (what: string, more: Partial<RunRequest>): Deed => ({
  what,
  does: (world) => {
    world.request = { ...world.request, ...more };
  },
});

/** Moves or renames the file. The files `beside` are copied to its new folder. */
export const moved = (what: string, to: (world: World) => string, beside: readonly string[] = []): Deed => ({
  what,
  loses: 'results',
  does: (world) => {
    const name = to(world);
    mkdirSync(dirname(name), { recursive: true });
    renameSync(world.file, name);
    for (const one of beside) {
      if (dirname(name) !== world.at) copyFileSync(join(world.at, one), join(dirname(name), one));
    }
    world.file = name;
  },
});

export function retryOf({ file }: World): string {
  return retryName(file, resultsName(file, 'results'), 'results');
}

/**
 * A run, then two random deeds, each followed by another run. Pairs that lose both the ledger and the results are left
 * out: then no record of the payments exists. `story` has the deeds and how each run ended. `hasReferences`: each row
 * kept one reference throughout.
 */
export async function trial(
  seed: number,
  deeds: readonly Deed[],
  begin: (random: () => number) => Promise<World>,
): Promise<{ world: World; story: string; hasReferences: boolean }> {
  const random = seeded(seed);
  const world = await begin(random);
  const beganWith = world.columns;
  const first = pick(deeds, random);
  const second = pick(
    deeds.filter(({ loses }) => !loses || !first.loses || loses === first.loses),
    random,
  );
  const said = [await go(world)];
  if (existsSync(world.ledger)) copyFileSync(world.ledger, join(world.at, 'copy.db'));
  for (const deed of [first, second]) {
    await deed.does(world);
    if (random() < 0.3) world.service.faults.clear();
    said.push(await go(world));
  }
  return {
    ...{ world, story: `SEED=${seed}: ${first.what}, then ${second.what} (${said.join(', ')})` },
    hasReferences: beganWith.includes('reference') && !first.renames && !second.renames,
  };
}

/** The names that occur more than once. */
export const repeated = (names: readonly string[]): string[] =>
  names.filter((name, i) => names.indexOf(name) !== i);

export const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)]!; // the index is in range
