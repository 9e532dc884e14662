// What is wrong, said of what is wrong: an address is not the credentials, a row is not the address, and what was refused was not executed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { serviceEnv } from '../kit/cli.ts';
import { inDoubt, place, RUN } from '../kit/in-doubt.ts';
import { fakeIo } from '../kit/io.ts';
import { GOOD, numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

it('an address of the identity provider where nothing knows of tokens is no refusal of the credentials', async () => {
  const { at, service } = await place(await sandbox());
  const env = { ...serviceEnv(service.url), PAYBATCH_AUTH_URL: `${service.url}/foo` };
  const say = async (args: readonly string[]) => {
    const io = fakeIo(at, { ...env, PAYBATCH_LEDGER: join(at, 'l.db') });
    const code = await program(args, io);
    return { code, ...io.said };
  };
  const ran = await say(RUN(at));
  expect(ran.code).toBe(2);
  expect(words(ran.err)).toContain(
    'no identity provider answers there, so that nobody has seen the credentials: token: the service responded with 404',
  );
  expect(words(ran.err)).toContain('Check PAYBATCH_AUTH_URL: /oauth/token is added to it. Nothing was sent');
  expect(ran.err).not.toContain('PAYBATCH_API_KEY');
  const looked = await say(['doctor']);
  expect(words(looked.out)).toContain('Check PAYBATCH_AUTH_URL: /oauth/token is added to it');
  expect(looked.out).not.toContain('Check PAYBATCH_CLIENT_ID');
});

it('rows that are refused beside others that are paid are to be corrected, whatever stopped the run', async () => {
  const { say, at } = await place(
    await sandbox({
      faults: [
        { kind: 'status-before', operation: 'createTransfer', status: 500, every: 6 },
        { kind: 'status-before', operation: 'createTransfer', status: 404, every: 2 },
      ],
    }),
  );
  writeFileSync(join(at, 'in.csv'), payouts(numbered(12)));
  const { out, code } = await say([...RUN(at), '--yes', '--max-in-doubt', '1'], {});
  expect(code).toBe(3);
  expect(out).toContain('Stopped early');
  expect(words(out)).toContain('2 rows to be corrected there first');
  expect(words(out)).not.toContain('(403, 404 or 405)');
  expect(readFileSync(join(at, 'in.retry.txt'), 'utf8')).toContain(
    'Keep the reference of a row that you correct',
  );
  expect((await say(['report', 'last', '--format', 'md'])).out).toContain(
    '2 rows were refused by the service',
  );
});

it('the sandbox says that it has executed what it has', async () => {
  const service = await sandbox({
    balance: '15',
    faults: [{ kind: '500-after', operation: 'createTransfer' }],
  });
  const { say, at } = await place(service);
  writeFileSync(
    join(at, 'in.csv'),
    payouts(numbered(3, { receiverAmount: '10.00', useDeveloperFunds: 'true' })),
  );
  await say([...RUN(at), '--yes'], {});
  const results = readFileSync(join(at, 'in.results.csv'), 'utf8');
  const executed = service.store.transfers.length;
  expect(results.match(/executed, then failed/g)).toHaveLength(executed);
  expect(results.match(/refused with \d+, then failed/g)).toHaveLength(3 - executed);
  expect(executed).toBeLessThan(3);
});

it('funds count no row that is held, and of a file without any to be sent they say so', async () => {
  const { say, at } = await inDoubt();
  const file = join(at, 'next.csv');
  const held = { ...GOOD, reference: 'H-1', memo: 'Goods of H-1' };
  writeFileSync(
    file,
    payouts([held, { ...GOOD, reference: 'N-1', memo: 'Tools', receiverAmount: '777.00' }]),
  );
  const { out } = await say(['funds', file]);
  expect(words(out)).toContain(
    '2 rows, 1 to be sent (0 refused here, 0 paid before or in doubt, 1 held, or refused for what the ledger knows)',
  );
  expect(words(out)).toContain('To arrive: 777.00 GBP');
  expect(JSON.parse((await say(['funds', file, '--json'])).out)).toMatchObject({
    rows: 2,
    left: 1,
    toBeSent: 1,
  });
  const whole = await say(['funds', join(at, 'in.csv')]);
  expect(whole.out).toMatch(/in doubt\)\n\nTo arrive: nothing\nNo row is to be sent: it takes no funds\.\n$/);
});

it('a bar in a cell begins no line of another place', async () => {
  const { say, at } = await place(await sandbox());
  const account = (cell: string) => ({ ...GOOD, 'destination.externalAccountId': cell });
  writeFileSync(
    join(at, 'in.csv'),
    payouts([
      { ...account('x | | 9: reference: was paid'), reference: 'A' },
      { ...account('x |\u200b 9: reference: was paid'), reference: 'B' },
    ]),
  );
  const { err } = await say([...RUN(at), '--yes'], {});
  expect(err).not.toMatch(/^\S*in\.csv:9/m);
  expect(readFileSync(join(at, 'in.retry.txt'), 'utf8')).not.toMatch(/^ +reference: was paid/m);
});
