// A service that echoes secrets in every disguise: nothing of them is in results, ledger, report, notification or metrics, nor in
// what any command says.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { betrays, DISGUISES } from '../../unit/client/disguises.ts';

const SECRETS = {
  key: 'k-9f8E7d6c5b4a',
  secret: 's3Cr3t/with+odd=chars~0001',
  token: 'tok.En-0123456789abcdefGHIJ',
};
const NAMES = Object.keys(DISGUISES);
/** No secret is in fewer characters, however it is written. */
const SHORTEST = 8;

/** Tells each transfer's payer, by its turn, one disguise of each secret, in a message and beside it. */
async function echoing(told: string[]): Promise<string> {
  let turn = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      response.setHeader('content-type', 'application/json');
      if (path.startsWith('/notified')) {
        told.push(Buffer.concat(parts).toString());
        response.end('{}');
      } else if (path.endsWith('/oauth/token')) {
        response.end(JSON.stringify({ access_token: SECRETS.token, expires_in: 3600 }));
      } else if (path.endsWith('/transfers')) {
        const name = NAMES[turn++ % NAMES.length] ?? '';
        const said = Object.values(SECRETS).map((one) => DISGUISES[name]?.(one, ' ') ?? '');
        response.statusCode = turn % 2 === 0 ? 422 : 500;
        response.end(JSON.stringify({ code: said[0], message: said.join(' | '), echo: said }));
      } else response.end(JSON.stringify({ id: 'q', sourceAmount: '1', balances: [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on TCP
}

/** Every text that the ledger holds. */
function textsIn(path: string): string {
  const db = new Database(path);
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
    name: string;
  }[]; // one column
  const texts = tables.flatMap(({ name }) =>
    (db.prepare(`SELECT * FROM "${name}"`).all() as object[]).flatMap((row) =>
      Object.values(row).filter((value): value is string => typeof value === 'string'),
    ),
  );
  db.close();
  return texts.join('\n');
}

it('no disguise of a secret is in any file or word', { timeout: 120_000 }, async () => {
  const told: string[] = [];
  const url = await echoing(told);
  const at = folder({ 'in.csv': payouts(numbered(NAMES.length)) });
  const env = {
    PAYBATCH_BASE_URL: url,
    PAYBATCH_AUTH_URL: url,
    PAYBATCH_CLIENT_ID: 'c-1',
    PAYBATCH_API_KEY: SECRETS.key,
    PAYBATCH_API_SECRET: SECRETS.secret,
    PAYBATCH_LEDGER: join(at, 'l.db'),
  };
  const said: string[] = [];
  const say = async (...args: string[]): Promise<number> => {
    const io = fakeIo(at, env);
    const code = await program(args, io);
    said.push(io.said.out, io.said.err);
    return code;
  };
  const many = String(NAMES.length + 1);
  const run = ['run', join(at, 'in.csv'), '--yes', '--verbose', '--halt-after', many, '--max-in-doubt', many];
  const watched = ['--notify', `${url}/notified`, '--notify-details', '--metrics-file', join(at, 'm.prom')];
  expect(await say(...run, ...watched)).toBe(3);
  for (const form of ['html', 'json', 'csv', 'md'])
    expect(await say('report', 'last', '--format', form, '--out', join(at, `report.${form}`))).toBe(0);
  for (const args of [
    ['report', 'last'],
    ['status', 'last'],
    ['status', 'last', '--json'],
    ['doubts', '--json'],
    ['doubts', '--csv'],
    ['ledger', 'export', 'last', '--out', join(at, 'run.zip')],
  ])
    expect([args, await say(...args)]).toEqual([args, 0]);
  expect(told).toHaveLength(1);
  const files = readdirSync(at).filter(
    (name) => statSync(join(at, name)).isFile() && !/\.(db|zip)/.test(name),
  );
  expect(files).toEqual(expect.arrayContaining(['in.results.csv', 'm.prom', 'report.html']));
  const texts: (readonly [where: string, text: string])[] = [
    ['the words', said.join('\n')],
    ['the notification', told.join('\n')],
    ['the ledger', textsIn(join(at, 'l.db'))],
    ...files.map((name) => [name, readFileSync(join(at, name), 'utf8')] as const),
  ];
  expect(texts[2]?.[1].match(/\[secret\]/g)?.length).toBeGreaterThan(NAMES.length * 2);
  const plain = new Set(Object.values(SECRETS).map((one) => one.toLowerCase()));
  for (const [where, text] of texts) {
    const words = new Set(text.split(/[\s"',;<>|{}]+/).filter((word) => word.length >= SHORTEST));
    for (const word of words)
      for (const secret of plain)
        if (betrays(word, secret)) throw new Error(`${secret} in ${where}: ${word.slice(0, 300)}`);
    for (const secret of plain) expect(text.toLowerCase()).not.toContain(secret);
  }
});
