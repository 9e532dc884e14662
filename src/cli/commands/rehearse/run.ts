// rehearse: a command of any language against the service as it is after the cutoff, judged call by call.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

import { EXIT } from '../../../errors.ts';
import { cutoffDay, refusedFromMs } from '../../../interface/cutoff.ts';
import { sandboxVariables, type ServedCall } from '../../../sandbox/options.ts';
import { Rehearsal } from '../../../sandbox/rehearsal.ts';
import { Sandbox } from '../../../sandbox/server.ts';
import type { RehearseArgs } from '../../definitions/migration.ts';
import { type Io, UsageError } from '../../io.ts';
import { printResult } from '../../render/print.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { REHEARSAL } from '../../settings-sources.ts';
import { type CommandEnd, rehearsedText } from './report.ts';

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
    printResult(io, args.json, result, rehearsedText(ended, end, widthOf(io)));
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
      const why = error.code === 'ENOENT' ? 'there is no such command' : error.message;
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
