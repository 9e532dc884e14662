// The command line itself: what is asked for wrongly gets one clear sentence, examples work, completion fits its shell.
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { program } from '../../src/cli/program.ts';
import { SCHEMA_NAMES } from '../../src/interface/openapi.ts';
import { ROOT } from '../support/cli.ts';
import { folder } from '../support/folder.ts';
import { fakeIo } from '../support/io.ts';

async function said(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo(folder({ 'in.csv': 'reference\n' }));
  const code = await program(args, io);
  return { code, out: io.said.out, err: io.said.err };
}

describe('a wrong command line', () => {
  it.each([
    [['check', '-'], "standard input can't be read"],
    [['run', '-'], "standard input can't be read"],
    [
      ['check', 'in.csv', '--concurrency', 'abc'],
      '--concurrency "abc": expected a whole number from 1 to 1000',
    ],
    [['check', 'in.csv', '--concurrency', '0'], 'from 1 to 1000'],
    [['check', 'in.csv', '--rate', '-1'], '--rate'],
    [['check', 'in.csv', '--timeout', 'soon'], '--timeout "soon": expected a number above 0'],
    [
      ['check', 'in.csv', '--kind', 'payout'],
      '--kind payout: one of payouts, customers (did you mean payouts?)',
    ],
    [['check', 'in.csv', '--expect-count', '1.5'], '--expect-count "1.5": expected a whole number'],
    [['check', 'in.csv', '--max-amount', 'GBPP=100'], 'there is no currency GBPP (did you mean GBP?)'],
    [['check', 'in.csv', '--max-amount', 'gbp=1', '--max-amount', 'GBP=2'], 'GBP is given twice'],
    [['status', '--status', 'indoubt'], '--status indoubt: one of created'],
    [['status', '--status', 'indoubt'], 'did you mean in_doubt?'],
    [['completion', 'fish'], 'shell fish: one of bash, zsh'],
    [['audit'], 'audit: name a file or folder'],
    [['lint'], 'lint: name a file or folder'],
  ] as const)('%j', async (args, expected) => {
    const { code, err, out } = await said(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(expected);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('help', () => {
  it.each(COMMANDS.map(({ command }) => [command.name]))(
    '%s has examples and shows choices',
    async (name) => {
      const { code, out } = await said(name, '--help');
      expect(code).toBe(0);
      expect(out).toContain(`paybatch ${name}`);
      expect(out).toContain('Examples:');
    },
  );
  it('names the values of a choice', async () => {
    expect((await said('run', '--help')).out).toContain('[choices: "payouts", "customers"]');
    expect((await said('audit', '--help')).out).toContain('"html"');
    expect((await said('audit', '--help')).out).not.toContain('sarif');
  });
  it('offers every schema that there is', () => {
    const spec = COMMANDS.find(({ command }) => command.name === 'spec')?.command.flags['json-schema'];
    expect(spec && 'of' in spec ? spec.of : []).toEqual([...SCHEMA_NAMES, 'config', 'profile']);
  });
});

/** Those that need no run, no service and no end by a signal. */
const RUNNABLE = COMMANDS.flatMap(({ command }) => command.examples.map(({ line }) => line)).filter(
  (line) => line.includes('samples/') || ['api', 'spec', 'lint --rules'].includes(line),
);

describe('the examples of the help', () => {
  it.each(RUNNABLE)('paybatch %s', async (line) => {
    const at = folder();
    cpSync(join(ROOT, 'samples'), join(at, 'samples'), { recursive: true });
    const io = fakeIo(at, process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] });
    const code = await program(line.split(' '), io);
    expect([0, 1], io.said.err).toContain(code);
    expect(io.said.err).not.toContain('paybatch: ');
  });
});

describe('completion', () => {
  it('is for the shell that is named', async () => {
    expect((await said('completion', 'zsh')).out).toContain('#compdef paybatch');
    expect((await said('completion', 'bash')).out).toContain('complete -o bashdefault');
    expect((await said('completion')).out).toContain('complete -o bashdefault');
  });
  it('knows commands, flags and values', async () => {
    expect((await said('--get-yargs-completions', 'paybatch', 'sta')).out).toContain('status');
    expect((await said('--get-yargs-completions', 'paybatch', 'run', '--ex')).out).toContain(
      '--expect-count',
    );
  });
});
