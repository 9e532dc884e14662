// rehearse: a command of any language against the service as it is after the cutoff. What it refuses is reported, call by
// call.
import { spawn } from 'node:child_process';

import { refusedFromMs } from '../../../interface/cutoff.ts';
import { SANDBOX_CREDENTIALS } from '../../../sandbox/options.ts';
import { Sandbox } from '../../../sandbox/server.ts';
import type { Refused } from '../../../sandbox/store.ts';
import { type Io, UsageError } from '../../io.ts';
import { plainTable } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import type { RehearseArgs } from './index.ts';

export async function rehearseCommand(args: RehearseArgs, io: Io): Promise<number> {
  const [name, ...words] = args.rest;
  if (name === undefined)
    throw new UsageError('rehearse: name the command behind "--": paybatch rehearse -- npm run payouts');
  const { cutoffYear } = new Settings(args, io).profile;
  const { clock } = args;
  const startMs = clock === undefined ? refusedFromMs(cutoffYear) : Date.parse(clock);
  if (Number.isNaN(startMs)) throw new UsageError(`--clock ${clock ?? ''}: expected a date like 2026-10-31`);
  const beganMs = io.now();
  const balance = args.balance === undefined ? {} : { balance: args.balance };
  const sandbox = await Sandbox.start({ cutoffYear, now: () => startMs + (io.now() - beganMs), ...balance });
  try {
    const code = await runCommand(name, words, environment(sandbox.url, io), io);
    const { requests: calls } = sandbox;
    const { refused } = sandbox.store;
    const json = args.json;
    io.out(
      json ? `${JSON.stringify({ calls, refused, commandExitCode: code })}\n` : report(calls, refused, code),
    );
    if (refused.length > 0) return 1;
    // Nothing rehearsed is no clean bill.
    return calls === 0 && code === 0 ? 2 : code;
  } finally {
    await sandbox.stop();
  }
}

function environment(url: string, io: Io): Record<string, string> {
  const { clientId, apiKey, apiSecret } = SANDBOX_CREDENTIALS;
  const own = Object.entries(io.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(own),
    PAYBATCH_BASE_URL: url,
    PAYBATCH_AUTH_URL: url,
    PAYBATCH_CLIENT_ID: clientId,
    PAYBATCH_API_KEY: apiKey,
    PAYBATCH_API_SECRET: apiSecret,
  };
}

/** The command's exit code; its output goes to standard error, since standard output is the report's. */
function runCommand(
  name: string,
  words: readonly string[],
  env: Record<string, string>,
  io: Io,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, words, { cwd: io.cwd, env, stdio: ['inherit', 'pipe', 'pipe'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => io.err(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => io.err(text));
    io.onSignal((signal) => child.kill(signal as NodeJS.Signals)); // SIGINT or SIGTERM
    child.on('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such command' : error.message;
      reject(new UsageError(`rehearse: ${name}: ${why}`));
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function report(calls: number, refused: readonly Refused[], code: number): string {
  const lines: string[] = [];
  if (refused.length > 0) {
    const rows = refused.flatMap(({ method, path, status, message, uses }) =>
      uses.length === 0
        ? [[method, path, String(status), '', message]]
        : uses.map(({ rule, field }) => [method, path, String(status), field, rule]),
    );
    const counted = new Map<string, { row: string[]; count: number }>();
    for (const row of rows) {
      const known = counted.get(row.join('\0'));
      if (known) known.count++;
      else counted.set(row.join('\0'), { row, count: 1 });
    }
    const shown = [...counted.values()].map(({ row, count }) => [String(count), ...row]);
    lines.push(
      plainTable(['calls', 'method', 'path', 'status', 'field', 'rule, or what is wrong'], shown, [0, 3]),
      '',
    );
  }
  const word = (count: number): string => `${count} call${count === 1 ? '' : 's'}`;
  if (calls === 0)
    lines.push('The command made no call to the address in PAYBATCH_BASE_URL: nothing was rehearsed.');
  else if (refused.length === 0) lines.push(`${word(calls)}, none refused: this survives the cutoff.`);
  else lines.push(`${refused.length} of ${word(calls)} would be refused after the cutoff.`);
  if (code !== 0) lines.push(`The command itself ended with ${code}.`);
  return `${lines.join('\n')}\n`;
}
