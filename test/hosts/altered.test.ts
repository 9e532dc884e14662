// Queued rows in a database that somebody else can write to. paybatch sends only what was submitted, and reports rows
// that were changed, added or deleted meanwhile. Payments are counted at the service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { newKeyPair } from '../../src/approval/keys.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();
const WORK = ['work', '--until-empty'];

/** Sends the queued rows. Returns the results by line: status and code. */
async function worked(own: Company, id: string): Promise<{ rows: Map<number, string>; said: string }> {
  const end = await own.run(WORK);
  expect([0, 4], end.stderr).toContain(end.code);
  const told = await own.run(['results', id, '--wait']);
  expect(told.code, told.stderr).not.toBe(0);
  const [head = '', ...lines] = told.stdout.trim().split('\n');
  const at = (name: string): number => head.split(',').indexOf(name);
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return [Number(cells[at('line')]), `${cells[at('status')]} ${cells[at('errorCode')]}`.trim()] as const;
  });
  return { rows: new Map(rows), said: told.stdout + told.stderr };
}

const memos = (own: Company): string[] => own.service.store.transfers.map(({ memo }) => memo ?? '').sort();

describe('a run whose queue was changed in the database', () => {
  it('does not send a row that was replaced by another row, nor a row whose data was changed', async () => {
    const own = await Company.make(server, { rows: 6, documents: true });
    const id = await own.detach();
    // Rows 1 and 4 have documents, whose ids were added after the rows were queued.
    await own.ask("UPDATE @items SET data = replace(data, '886313e1', '99999999') WHERE sequence = 3");
    await own.ask(
      'UPDATE @items i SET data = o.data, key = o.key FROM @items o WHERE o.run_id = i.run_id AND i.sequence = 1 AND o.sequence = 2',
    );
    const { rows, said } = await worked(own, id);
    expect(memos(own)).toEqual(['row 1', 'row 3', 'row 5', 'row 6']);
    expect([...rows.values()].filter((one) => one === 'not_sent altered')).toHaveLength(2);
    expect(said).toContain('changed in the database');
  });

  it('does not send a row that nobody submitted, and reports the change', async () => {
    const own = await Company.make(server, { rows: 3 });
    const id = await own.detach();
    await own.ask(
      "INSERT INTO @items SELECT run_id, 3, chunk, 'EV-1', replace(data, 'row 3', 'evil') FROM @items WHERE sequence = 2",
    );
    const { said } = await worked(own, id);
    expect(memos(own)).toEqual(['row 1', 'row 2', 'row 3']);
    expect(said).toContain('changed in the database');
  });

  it.each([
    ['a row', 'DELETE FROM @items WHERE sequence = 1'],
    ['the chunk of a row', 'UPDATE @items SET chunk = NULL WHERE sequence = 1'],
    ['every chunk', 'DELETE FROM @chunks'],
  ])('ends although %s was deleted, and reports it; running the file again pays the rest', async (_, sql) => {
    const own = await Company.make(server, { rows: 3 });
    const id = await own.detach();
    await own.ask(sql);
    const { said } = await worked(own, id);
    expect(said).toContain('deleted in the database');
    const again = await own.run(['run', 'in.csv', '--json']);
    expect(again.code, again.stderr + again.stdout).toBe(0);
    expect(memos(own)).toEqual(['row 1', 'row 2', 'row 3']);
  });

  it('shows the amounts that were paid, although the queue was changed afterwards', async () => {
    const own = await Company.make(server, { rows: 2 });
    const id = await own.detach();
    await own.run(WORK);
    await own.ask('UPDATE @items SET data = replace(data, \'"amount":"10.00"\', \'"amount":"9911.00"\')');
    const told = await own.run(['results', id]);
    expect(told.code, told.stderr).toBe(0);
    expect(told.stdout).not.toContain('9911');
    expect(told.stdout).toContain(',10.00,');
  });

  it('sends nothing if its settings were changed', async () => {
    const own = await Company.make(server, { rows: 3 });
    const id = await own.detach();
    await own.ask(`UPDATE @submissions SET settings = replace(settings, '"quote":true', '"quote":false')`);
    const { said } = await worked(own, id);
    expect(memos(own)).toEqual([]);
    expect(said).toContain('changed in the database');
  });
});

describe('approvers in the config of a sending host', () => {
  const PASSPHRASE = 'correct horse';
  const keys = Object.fromEntries(['Ada', 'Bob'].map((name) => [name, newKeyPair(PASSPHRASE)]));

  /** Writes a config in which one of these people must approve every payment. */
  function configured(own: Company, ...names: string[]): string {
    const approvers = names.map((name) => ({ name, publicKey: keys[name]?.publicKey }));
    const path = join(own.at, `${names.join('-')}.json`);
    writeFileSync(path, JSON.stringify({ approvers, requireApproval: true }));
    return path;
  }

  async function approved(own: Company): Promise<string> {
    const config = configured(own, 'Ada');
    writeFileSync(join(own.at, 'ada.key'), keys['Ada']?.privateKey ?? '', { mode: 0o600 });
    const by = ['--config', config];
    for (const args of [
      ['plan', 'in.csv', '--out', 'p.plan', '--by', 'Max', ...by],
      ['approve', 'p.plan', '--key', 'ada.key', '--yes', ...by],
    ]) {
      const end = await own.run(args, { PAYBATCH_KEY_PASSPHRASE: PASSPHRASE });
      expect(end.code, end.stderr + end.stdout).toBe(0);
    }
    const end = await own.run(['run', '--plan', 'p.plan', '--detach', ...by]);
    expect(end.code, end.stderr).toBe(0);
    return end.stdout.trim();
  }

  it('stop a run whose plan was signed by somebody else', async () => {
    const own = await Company.make(server, { rows: 3 });
    const id = await approved(own);
    const end = await own.run([...WORK, '--config', configured(own, 'Bob')]);
    expect(own.paid).toBe(0);
    expect(end.stderr).toContain('it needs 1 signature of approvers, but has none');
    expect((await own.run(['results', id])).code).toBe(4);
  });

  it('allow a plan that they have signed; a host without approvers sends it as well', async () => {
    const own = await Company.make(server, { rows: 3 });
    await approved(own);
    const end = await own.run([...WORK, '--config', configured(own, 'Ada')]);
    expect(end.code, end.stderr).toBe(0);
    expect(end.stderr).toBe('');
    expect(own.paid).toBe(3);
    const other = await Company.make(server, { rows: 2 });
    await approved(other);
    const without = await other.run(WORK);
    expect(without.code, without.stderr).toBe(0);
    expect(other.paid).toBe(2);
  });

  it('stop a run that was submitted without a plan', async () => {
    const own = await Company.make(server, { rows: 2 });
    const id = await own.detach();
    const config = ['--config', configured(own, 'Ada')];
    const end = await own.run([...WORK, ...config]);
    expect(end.stderr).toContain('needs an approved plan');
    expect(own.paid).toBe(0);
    expect((await own.run(['results', id])).code).toBe(4);
    await own.run(['run', 'in.csv', '--detach']);
    await own.run(['run', 'in.csv', ...config]);
    expect(own.paid).toBe(0);
  });
});

describe('ledger verify with queued rows', () => {
  it.each([
    ['changed', "UPDATE @items SET data = replace(data, '886313e1', '99999999') WHERE sequence = 1", 'items'],
    ['changed', 'UPDATE @items SET chunk = NULL WHERE sequence = 1', 'items'],
    ['missing', 'DELETE FROM @items WHERE sequence = 1', 'items'],
    [
      'added',
      'INSERT INTO @items SELECT run_id, 9, chunk, key, data FROM @items WHERE sequence = 1',
      'items',
    ],
    ['changed', 'UPDATE @submissions SET max_in_doubt = 99', 'submissions'],
    ['changed', "UPDATE @submissions SET batch_id = 'another'", 'submissions'],
    ['changed', "UPDATE @submissions SET kind = 'customers'", 'submissions'],
    ['missing', 'DELETE FROM @submissions', 'submissions'],
  ])('reports a finding of kind "%s" after %s', async (kind, sql, where) => {
    const own = await Company.make(server, { rows: 3, documents: true });
    const id = await own.detach();
    await own.whole();
    await own.ask(sql);
    const { code, stdout } = await own.run(['ledger', 'verify', '--json']);
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: { kind: string; where: string; key: string }[] };
    expect(findings).toMatchObject([{ kind, where }]);
    expect(findings[0]?.key).toContain(id);
  });
});
