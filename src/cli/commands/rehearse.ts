// rehearse: a command of any language against the service as it is after the cutoff, judged call by call.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

import { EXIT } from '../../errors.ts';
import { cutoffDay, refusedFromMs } from '../../interface/cutoff.ts';
import { sandboxVariables, type ServedCall } from '../../sandbox/options.ts';
import { type JudgedCall, Rehearsal, type Rehearsed } from '../../sandbox/rehearsal.ts';
import { Sandbox } from '../../sandbox/server.ts';
import type { RehearseArgs } from '../definitions/migration.ts';
import { type Io, UsageError } from '../io.ts';
import { inWords, printResult } from '../render/print.ts';
import { plainTable, widthOf } from '../render/table.ts';
import { Settings } from '../settings.ts';
import { REHEARSAL } from '../settings-sources.ts';

export async function rehearseCommand(args: RehearseArgs, io: Io): Promise<number> {
  const [name, ...words] = args.rest;
  if (name === undefined)
    throw new UsageError('rehearse: name the command behind "--": paybatch rehearse -- npm run payouts');
  const { cutoffYear } = new Settings(args, io).profile;
  const startMs = refusedFromMs(cutoffYear);
  const beganMs = io.now();
  const now = (): number => startMs + (io.now() - beganMs);
  const rehearsal = new Rehearsal(cutoffDay(cutoffYear));
  const watch = (call: ServedCall): void => rehearsal.take(call);
  const sandbox = await Sandbox.start({ cutoffYear, now, watch, balances: args.balance });
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-rehearsal-'));
  try {
    const end = await runCommand(name, words, environment(sandbox.url, folder, io), io);
    await sandbox.drain();
    const ended = rehearsal.end();
    const result = { ...ended, commandExitCode: end.code, commandSignal: end.signal };
    printResult(io, args.json, result, rehearsedText(ended, end, io));
    // Outranks the command's own exit code, which is in the report.
    if (ended.outcome === 'deprecated') return EXIT.refusedRows;
    return ended.outcome === 'not-proven' ? EXIT.unusable : end.code;
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Variables that could lead to a real service or a real ledger. */
const REPLACED =
  /^(PAYBATCH_|PG(HOST|HOSTADDR|PORT|USER|DATABASE|PASSWORD|PASSFILE|SERVICE|SERVICEFILE)$|(HTTPS?|ALL|NO)_PROXY$)/i;

function environment(url: string, folder: string, io: Io): Record<string, string> {
  const kept = Object.entries(io.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !REPLACED.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    ...sandboxVariables(url),
    PAYBATCH_LEDGER: join(folder, 'ledger.db'),
    [REHEARSAL]: '1',
    NO_PROXY: '127.0.0.1,localhost',
  };
}

interface CommandEnd {
  /** 128 and the signal's number, if a signal ended it. */
  readonly code: number;
  readonly signal: string | null;
}

/** Runs the command. Its output goes to standard error: standard output has the report. */
function runCommand(
  name: string,
  words: readonly string[],
  env: Record<string, string>,
  io: Io,
): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, words, { cwd: io.cwd, env, stdio: ['inherit', 'pipe', 'pipe'] });
    let last = '\n';
    const pass = (text: string): void => {
      last = text.at(-1) ?? last;
      io.err(text);
    };
    child.stdout.setEncoding('utf8').on('data', pass);
    child.stderr.setEncoding('utf8').on('data', pass);
    io.onSignal((signal) => child.kill(signal as NodeJS.Signals)); // SIGINT or SIGTERM
    child.on('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'command not found' : error.message;
      reject(new UsageError(`rehearse: ${name}: ${why}`));
    });
    child.on('close', (code, signal) => {
      // The report begins on a new line.
      if (last !== '\n') io.err('\n');
      // As a shell counts it.
      resolve({ code: signal === null ? (code ?? 0) : 128 + constants.signals[signal], signal });
    });
  });
}

const HEAD = ['calls', 'method', 'path', 'status', 'after the cutoff', 'field and rule, or message'];

function rehearsedText(rehearsed: Rehearsed, end: CommandEnd, io: Io): string {
  const rowsOf = (calls: readonly JudgedCall[], result: string): string[] =>
    calls.flatMap(({ method, path, status, uses, message }) => {
      const details = uses.length > 0 ? uses.map(({ field, rule }) => `${field} ${rule}`) : [message];
      return details.map((detail) => [method, path, status || 'none', result, detail].join('\0'));
    });
  const times = new Map<string, number>();
  const rows = [
    ...rowsOf(rehearsed.refused, 'refused'),
    ...rowsOf(rehearsed.unclear, 'not stated: ask the service'),
    ...rowsOf(rehearsed.notProven, 'not proven'),
  ];
  for (const row of rows) times.set(row, (times.get(row) ?? 0) + 1);
  const cells = [...times].map(([row, count]) => [String(count), ...row.split('\0')]);
  const table = cells.length === 0 ? '' : `${plainTable(HEAD, cells, [0, 3], widthOf(io))}\n\n`;
  const { code, signal } = end;
  const own =
    signal === null
      ? `The command itself ended with ${code}.\n`
      : `The command itself was ended by ${signal} (${code}).\n`;
  return `${table}${verdict(rehearsed)}\n${code === 0 ? '' : own}`;
}

function verdict({ calls, tokenCalls, refused, notProven, repeated, unclear, outcome }: Rehearsed): string {
  // Often a library asks for the token: whoever counts calls does not expect these.
  const all = `${inWords(calls, 'call')}${tokenCalls === 0 ? '' : ` (${tokenCalls} for a token)`}`;
  if (outcome === 'deprecated')
    return `${refused.length} of ${all} would be refused after the cutoff; not proven: ${notProven.length}.`;
  if (outcome === 'survives') {
    const but = unclear.length === 0 ? '' : ', as far as the service states what ends';
    return `${all}, ${repeated === 0 ? 'none refused' : `${repeated} refused and repeated`}: these calls work after the cutoff${but}.`;
  }
  if (notProven.length === 0) return `${all} to the address in PAYBATCH_BASE_URL: nothing was rehearsed.`;
  return `${notProven.length} of ${all} could not be rehearsed: make them succeed (token, ids, balance), then run this again.`;
}
