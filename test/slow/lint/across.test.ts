// What is found where a body is put together over several files of a package. A file of cases: `=== name`, then each file
// behind `--- path`; `<<< rule` at the end of a line says that the rule is found there, `<<< ?rule` that it
// may be; `<<< rule:medium`, in all of a case or in none, says how sure it is.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { lint } from '../../../src/lint/lint.ts';
import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';
import { LINT } from '../../kit/lint.ts';

const MARK = /\s*<<< (.+)$/;
const FOLDER = join(ROOT, 'test/slow/lint');
const cases = readdirSync(FOLDER)
  .filter((name) => /^across.*\.txt$/.test(name))
  .sort()
  .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split(/^=== /m).slice(1))
  .map((part) => {
    const [name = ''] = part.split('\n', 1);
    const files = part
      .slice(name.length + 1)
      .split(/^--- /m)
      .slice(1)
      .map((file) => {
        const [path = '', ...lines] = file.split('\n');
        const marks = lines.flatMap((line, i) =>
          (MARK.exec(line)?.[1] ?? '')
            .split(/[ ,]+/)
            .filter((rule) => rule !== '')
            .map((rule) => ({ rule, at: `${path}:${i + 1} ` })),
        );
        const all = (may: boolean): string[] =>
          marks
            .filter(({ rule }) => rule.startsWith('?') === may)
            .map(({ rule, at }) => at + rule.replace('?', ''));
        const text = lines.map((line) => line.replace(MARK, '')).join('\n');
        return { path, text, wanted: all(false), allowed: all(true) };
      });
    return { name, files };
  });

async function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  const report = await lint({ ...LINT, cwd: folder(files) });
  return report.findings.map(({ path, line, rule }) => `${path}:${line} ${rule}`).sort();
}

/** Likewise, where a mark says how sure it is, too: `rule:medium`. */
async function foundSurely(files: Readonly<Record<string, string>>): Promise<string[]> {
  const report = await lint({ ...LINT, cwd: folder(files) });
  return report.findings
    .map(({ path, line, rule, confidence, fixable }) => {
      expect(fixable && confidence !== 'high').toBe(false);
      return `${path}:${line} ${rule}:${confidence}`;
    })
    .sort();
}

describe('a body that is put together over several files', () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_, { files }) => {
    const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
    const allowed = new Set(files.flatMap(({ allowed }) => allowed));
    const wanted = files.flatMap((one) => one.wanted);
    const isSure = wanted.some((one) => /:(?:high|medium)$/.test(one));
    const seen = (await (isSure ? foundSurely : found)(texts)).filter((one) => !allowed.has(one));
    expect(seen).toEqual(wanted.sort());
  });
  it('is explained by the file that hands it on and the address that it reaches', async () => {
    const at = folder({
      'src/payments.ts': `export async function submitTransfer(body: unknown) {
  return http.post('/api/v1/transfers', body)
}`,
      'src/job.ts': `import { submitTransfer } from './payments'
export const job = (o: Order) => submitTransfer({ customerId: o.buyer, amount: o.gross })`,
    });
    const { stdout } = await paybatch(at, ['lint', '.', '--explain', '--as-of', '2026-06-01']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'is handed to submitTransfer of src/payments.ts, which sends it to /api/v1/transfers',
    );
  });
  it('is not found from one of its files alone', async () => {
    const [go] = cases;
    const body = go?.files.find(({ path }) => path === 'pay/body.go');
    expect(await found({ 'pay/body.go': body?.text ?? '' })).toEqual([]);
  });
});
