// Names that every JavaScript object inherits, in every file, flag and setting that may contain one. They are ordinary
// text: no command uses the inherited value.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { ledgerEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const MET = /defect|undefined|NaN|\[object|native code|function /;

it.each(['__proto__', 'constructor'])('%s is always ordinary text', { timeout: 120_000 }, async (name) => {
  const service = await sandbox();
  const at = folder();
  const say = async (args: string[], files: Record<string, string> = {}): Promise<void> => {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text);
    const io = fakeIo(at, ledgerEnv(at, service.url), { answer: 'yes' });
    const code = await program(
      args.map((arg) => (arg.startsWith('@@') ? join(at, arg.slice(2)) : arg)),
      io,
    );
    const said = io.said.out + io.said.err;
    expect({ args, code, said }).toEqual({
      args,
      code: expect.toBeOneOf([0, 1, 2, 3]) as unknown,
      said: expect.not.stringMatching(MET) as unknown,
    });
    expect(Object.keys(Object.prototype)).toEqual([]);
  };
  const rows = numbered(3);
  const base = payouts(rows);
  await say(['run', '@@b.csv', '--yes', '--json'], { 'b.csv': payouts([{ ...rows[0], reference: name }]) });
  await say(['status', 'last']);
  await say(['report', 'last', '--format', 'json']);
  await say(['check', '@@a.csv', '--json'], { 'a.csv': base });
  for (const column of base.split('\n', 1)[0]?.split(',') ?? [])
    await say(['check', '@@c.csv', '--json'], {
      'c.csv': payouts(rows.map((row) => ({ ...row, [column]: name }))),
    });
  await say(['check', '@@d.csv'], { 'd.csv': base.replace('memo', name) });
  await say(['check', '@@d.csv'], { 'd.csv': base.replace('memo', `x-${name}`) });
  await say(['check', '@@e.csv', '--map', '@@m.json'], {
    'e.csv': base.replace('memo', name),
    'm.json': `{"${name}":"memo"}`,
  });
  await say(['check', '@@e.csv', '--map', '@@m.json'], { 'm.json': `{"memo":"${name}"}` });
  await say(['check', '@@e.csv', '--map', '@@m.json'], {
    'm.json': `{"columns":{"${name}":"memo"},"constants":{"${name}":"x"}}`,
  });
  await say(['check', '@@e.csv', '--map', '@@m.json'], {
    'm.json': `{"columns":{"${name}":null},"constants":{"memo":"${name}"},"${name}":1}`,
  });
  await say(['check', '@@e.csv', '--map', '@@m.json'], {
    'm.json': `{"columns":{"${name}":null},"lookups":[{"file":"look.csv","key":"reference","fileKey":"${name}","columns":{"${name}2":"memo"}}]}`,
    'look.csv': `${name},${name}2\nR-1,${name}\nR-2,b\nR-3,c\n`,
  });
  await say(['check', '@@f.csv', '--map', '@@m.json'], {
    'f.csv': payouts(rows.map((r) => ({ ...r, memo: name }))),
    'm.json': `{"columns":{},"lookups":[{"file":"look.csv","key":"memo","fileKey":"k","columns":{"v":"customerId"}}]}`,
    'look.csv': `k,v\nx,y\n`,
  });
  await say(['map', '@@e.csv']);
  await say(['config', '--config', '@@cfg.json'], { 'cfg.json': `{"${name}":{"x":1}}` });
  await say(['config', '--config', '@@cfg.json'], { 'cfg.json': `{"profile":{"${name}":["x"]}}` });
  await say(['run', '@@g.csv', '--yes', '--config', '@@cfg.json'], {
    'g.csv': payouts([{ ...rows[0], reference: `g${name}` }]),
    'cfg.json': `{"profile":{"transferIdFields":["${name}"],"errorMessageFields":["${name}.${name}"],"tokenFields":["${name}","access_token","token","accessToken"]}}`,
  });
  await say(['config', '--config', '@@cfg.json'], {
    'cfg.json': `{"lint":{"rules":{"${name}":"off"}},"checks":{"${name}":"off"}}`,
  });
  await say(['lint', '@@x.ts', '--baseline', '@@bl.json'], {
    'x.ts': `post('/api/v1/current-tenant/x', {"${name}":1, amount: 1, customerId:2, useDeveloperFunds: true});\n`,
    'bl.json': `{"${name}":[],"findings":[{"rule":"${name}","path":"${name}","fingerprint":"${name}"}]}`,
  });
  await say(['audit', '@@x.ts', '--since', '@@s.json'], {
    's.json': `{"asOf":"2026-05-01","cutoff":"2026-10-30","findings":[{"rule":"${name}","path":"${name}","line":1,"fingerprint":"${name}"}]}`,
  });
  await say(['lint', '@@x.ts', '--observed', '@@o.har'], {
    'o.har': `{"log":{"entries":[{"request":{"method":"${name}","url":"https://h/api/v1/current-tenant/${name}","postData":{"text":"{\\"${name}\\":1}"}},"startedDateTime":"${name}"}]}}`,
  });
  await say(['lint', '@@x.ts', '--rule', name]);
  await say(['lint', '@@x.ts', '--map', '@@m.json']);
  await say(['migrate', '@@old.csv', '--out', '@@out', '--todo', '@@t.csv'], {
    'old.csv': `customerId,amount,${name},x-${name}\n${name},1,${name},b\n`,
    't.csv': `line,field,answer,${name}\n2,${name},x,y\n2,receiverAmount,${name},y\n`,
  });
  await say(['migrate', '@@old.json', '--out', '@@out'], {
    'old.json': `[{"customerId":"${name}","amount":1,"${name}":{"${name}":1},"transactionBreakdown":{"${name}":1},"documents":["${name}"],"source":{"${name}":1}}]`,
  });
  await say(['migrate', '@@oldc.json', '--out', '@@out'], {
    'oldc.json': `[{"businessLegalName":"${name}","documents":[{"type":"${name}"}],"transactionBreakdown":{"${name}":1},"compliance":{"${name}":2},"sourceOfFunds":"${name}","businessIndustries":"${name}"}]`,
  });
  await say(['api', 'createTransfer', '--set', `${name}=1`]);
  await say(['api', name]);
  await say(['api', 'getCustomer', '--set', `${name}=1`]);
  await say(['spec', '--json-schema', name]);
  await say(['report', 'last', '--format', 'csv', '--columns', name]);
  await say(['check', '@@a.csv', '--expect-total', `${name}=1`]);
  await say(['check', '@@a.csv', '--kind', name]);
  await say(['resolve', 'last', '--reference', name, '--as', 'not-created', '--reason', 'x']);
  await say(['doubts', '--csv']);
  await say(['resolve', '--from', '@@dd.csv', '--yes'], {
    'dd.csv': `run,line,reference,amount,currency,as,transferId,reason,${name}\n${name},2,${name},1,${name},created,T-1,x,y\n`,
  });
  await say(['reconcile', 'last', '--statement', '@@st.csv', '--map', '@@sm.json'], {
    'st.csv': `${name},reference,amount,currency\n${name},${name},1,${name}\n`,
    'sm.json': `{"${name}":"id"}`,
  });
  await say(['sandbox', '--fault', name]);
  await say(['sandbox', '--fault', `500-after@${name}:${name}=1`]);
  await say(['ledger', 'verify', '--against', '@@s.json']);
  await say(['plan', 'show', '@@s.json']);
});
