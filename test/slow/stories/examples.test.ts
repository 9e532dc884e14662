// Every example in the help of every command, run as it is printed, on a copy of the samples and with the files that
// it names. Examples that can't be run here are listed below, each with its reason.
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it, onTestFinished } from 'vitest';

import { newKeyPair } from '../../../src/approval/keys.ts';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { readCommand } from '../../../src/cli/program.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { ROOT, serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { LATER_MS } from '../../kit/in-doubt.ts';
import { command, fakeIo } from '../../kit/io.ts';
import { ACCOUNT, numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const POSTGRES = 'needs a ledger on Postgres: test/hosts runs it';
const SERVES = 'serves until a signal ends it';
/** The beginnings of the examples that aren't run here, each with the reason. */
const NOT_RUN: readonly (readonly [string, string])[] = [
  ['ledger copy', POSTGRES],
  ['limits', POSTGRES],
  ['work', POSTGRES],
  ['stop', POSTGRES],
  ['results', POSTGRES],
  ['proxy', SERVES],
  ['sandbox', SERVES],
  ['selftest', 'takes minutes: selftest.test.ts runs it with fewer kills'],
  ['rehearse --json', "runs the reader's own tests"],
];

/**
 * Examples that don't end with 0: the samples contain something to find, and the statement proves only one of many
 * rows in doubt.
 */
const FOUND: readonly (readonly [RegExp, number])[] = [
  [/^map/, 1],
  [/^lint samples\/lint$/, 1],
  [/^(?:migrate|audit|rehearse)/, 1],
  [/^reconcile/, 3],
];

const PASSPHRASE = 'correct horse';
const KEYS = newKeyPair(PASSPHRASE);
const LINES = COMMANDS.flatMap((command) => Object.keys(command.examples));
const isNotRun = (line: string): boolean => NOT_RUN.some(([start]) => `${line} `.startsWith(`${start} `));

/** The words of a line as a shell splits them, without a redirection into a file. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ >>? \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Place {
  readonly at: string;
  readonly service: Sandbox;
  readonly say: (...words: readonly string[]) => Promise<Ended>;
}

/** A folder with a copy of the samples, a payouts file, a config and a private key, and a service to send to. */
async function place(): Promise<Place> {
  const service = await sandbox();
  const { privateKey, publicKey } = KEYS;
  const rows = numbered(120).map((row, at) => (at === 40 ? { ...row, reference: 'INV-1041' } : row));
  const at = folder({
    'payouts.csv': payouts(rows),
    'paybatch.config.json': JSON.stringify({ haltAfter: 1000, approvers: [{ name: 'Ada', publicKey }] }),
  });
  writeFileSync(join(at, 'theirs.key'), privateKey);
  const before = process.cwd();
  process.chdir(at);
  onTestFinished(() => process.chdir(before));
  cpSync(join(ROOT, 'samples'), join(at, 'samples'), { recursive: true });
  const env = {
    ...serviceEnv(service.url),
    PATH: process.env['PATH'] ?? '',
    PAYBATCH_LEDGER: join(at, 'l.db'),
    PAYBATCH_KEY_PASSPHRASE: PASSPHRASE,
  };
  // A row can't be resolved as not created within 10 minutes of its last attempt.
  const say: Place['say'] = async (...words) => {
    const later = words[0] === 'resolve' || words[0] === 'reconcile' ? LATER_MS : 0;
    return command(at, words, env, { now: () => Date.now() + later, answer: 'yes', interactive: true });
  };
  return { at, service, say };
}

/** Runs payouts.csv with every row left in doubt, for the commands that are used after such a run. Returns its id. */
async function night({ service, say }: Place): Promise<string> {
  service.faults.add({ kind: '500-after', operation: 'createTransfer' });
  const { code, out } = await say('run', 'payouts.csv', '--max-in-doubt', '200', '--json', '--yes');
  expect(code).toBe(3);
  service.faults.clear();
  return (JSON.parse(out) as { runId: string }).runId;
}

/** Makes the files that an example names and that aren't in the samples. */
async function provide(line: string, { at, service, say }: Place): Promise<void> {
  const [first] = service.store.transfers;
  const time = new Date().toISOString();
  if (line.includes('doubts.csv') && line.startsWith('resolve')) {
    const rows = parse<Record<string, string>>((await say('doubts', '--csv')).out, { columns: true });
    const filled = rows.map((row) => ({ ...row, as: 'not-created', reason: 'not in the dashboard' }));
    writeFileSync(join(at, 'doubts.csv'), stringify(filled, { header: true }));
  }
  if (line.includes('transfers.csv'))
    writeFileSync(
      join(at, 'transfers.csv'),
      `Transfer ID,External Account ID,Amount,Currency,Created At\n${first?.id},${ACCOUNT},10.00,GBP,${time}\n`,
    );
  if (line.includes('bank.csv')) {
    writeFileSync(
      join(at, 'bank.csv'),
      `Nummer,Buchung,Konto,Betrag,Zeit\n${first?.id},R-1,${ACCOUNT},10.00,${time}\n`,
    );
    const map = { Nummer: 'id', Buchung: 'reference', Konto: 'payee', Betrag: 'amount', Zeit: 'time' };
    writeFileSync(join(at, 'bank.json'), JSON.stringify(map));
  }
  if (line.startsWith('approve')) renameSync(join(at, 'theirs.key'), join(at, 'ada.key'));
  for (const plan of line.match(/\b(?:thursday|friday)\.plan/g) ?? [])
    if (!line.includes('--out'))
      expect((await say('plan', 'payouts.csv', '--out', plan, '--by', 'Max')).code).toBe(0);
  if (line.includes('/backup/')) mkdirSync(join(at, 'backup'));
  if (/\/(?:etc|srv)\/paybatch/.test(line)) mkdirSync(join(at, 'there'));
  if (line.startsWith('init')) rmSync(join(at, 'paybatch.config.json'));
}

const OF_THE_MORNING = /^(?:status|doubts|results|report|resolve|reconcile|doctor|ledger (?!init))/;

describe('an example of the help', () => {
  it.each(LINES.filter((line) => !isNotRun(line)))('runs as it is printed: paybatch %s', async (line) => {
    const own = await place();
    const run = OF_THE_MORNING.test(line) ? await night(own) : '';
    await provide(line, own);
    const id = own.service.store.transfers[5]?.id ?? '';
    const words = wordsOf(line).map((word) =>
      word
        .replace(/^RUN$/, run)
        .replace(/^ID$/, id)
        .replace(/^\/backup/, join(own.at, 'backup'))
        .replace(/^\/(?:etc|srv)\/paybatch/, join(own.at, 'there')),
    );
    const { code, err } = await own.say(...words);
    const expected = FOUND.find(([pattern]) => pattern.test(line))?.[1] ?? 0;
    expect({ code, err }, err).toEqual({
      code: expected,
      err: expect.not.stringMatching(
        /paybatch: (?!created a (?:new|test) ledger|wrote |created the ledger|warning: )/,
      ) as string,
    });
  });
  it.each(NOT_RUN)('that begins with %s exists, but is not run here: it %s', (start) => {
    expect(LINES.some((line) => `${line} `.startsWith(`${start} `))).toBe(true);
  });
});

describe('the help', () => {
  it.each(COMMANDS.map((command) => [command.name, Object.keys(command.examples)] as const))(
    'of %s has at least two examples, and each can be parsed',
    async (name, examples) => {
      expect(examples.length).toBeGreaterThanOrEqual(2);
      for (const line of examples) {
        const words = wordsOf(line);
        expect(words.join(' ').startsWith(name)).toBe(true);
        await readCommand(words, fakeIo(folder()));
      }
    },
  );
});
