// lint of a tree of 20,000 files and 200 MB, against a search for the same words with ripgrep (or grep, if there is no
// ripgrep). Also precision and recall on the labelled corpus.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, timed } from './child.js';
import { folder } from './files.js';
import { interleaved } from './rounds.js';

const FILES = 20_000;
const ROUNDS = 4;
const LINES = [
  'export const total = (rows) => rows.reduce((sum, row) => sum + row.price, 0);',
  'function render(items) { return items.map((item) => `<li>${item.name}</li>`).join(""); }',
  'const settings = { theme: "dark", retries: 3, timeoutMs: 30000, host: process.env.HOST };',
  'class Store { constructor(db) { this.db = db; } find(id) { return this.db.get(id); } }',
];
const TRANSFER =
  "export const pay = (customerId, value) => http.post('/api/v1/transfers', { customerId, amount: value });\n";
const TENANT = "export const balances = () => http.get('/api/v1/current-tenant/balances');\n";

/** One file in two hundred uses the service, and one in ten has a weak word. */
function tree() {
  const root = join(folder, 'lint-tree');
  // It makes the tree a separate repository, so that ignore files around it have no effect.
  mkdirSync(join(root, '.git'), { recursive: true });
  if (existsSync(join(root, 'done'))) return root;
  for (let i = 0; i < FILES; i++) {
    const at = join(root, `package-${i % 200}`, `src-${i % 7}`);
    mkdirSync(at, { recursive: true });
    let text = '';
    for (let n = 0; text.length < 10_000; n++) text += `${LINES[(n * 7 + i) % LINES.length]} // ${i}.${n}\n`;
    if (i % 200 === 0) text += i % 400 === 0 ? TRANSFER : TENANT;
    else if (i % 10 === 0) text += 'export const invoice = { amount: 5, currency: "EUR" };\n';
    writeFileSync(join(at, `file-${i}.${['js', 'ts', 'mjs'][i % 3]}`), text);
  }
  writeFileSync(join(root, 'done'), '');
  return root;
}

async function corpus() {
  const { scanFile } = await import('../../dist/lint/scan.js');
  const root = here('../corpora/lint/corpus');
  const settings = { asOf: '2026-06-01', cutoff: '2026-10-30', hosts: [], clients: [] };
  let hits = 0;
  let expected = 0;
  let found = 0;
  let cases = 0;
  for (const name of readdirSync(root, { recursive: true }).filter((one) => one.endsWith('.expected'))) {
    const file = name.slice(0, -'.expected'.length);
    const open = readFileSync(join(root, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const all = (await scanFile(file, readFileSync(join(root, file), 'utf8'), settings)).findings;
    const findings = all.filter(({ confidence }) => confidence !== 'low');
    cases++;
    expected += open.length;
    found += findings.length;
    for (const { rule, line, column } of findings) {
      const at = open.indexOf(`${rule} ${line}:${column}`);
      if (at < 0) continue;
      open.splice(at, 1);
      hits++;
    }
  }
  return { precision: hits / found, recall: hits / expected, cases, expected };
}

export async function benchLint(report) {
  const { precision, recall, cases, expected } = await corpus();
  report('lint: precision over its own corpus', precision, 0.98, 'min', { cases, findings: expected });
  report('lint: recall over its own corpus', recall, 0.95, 'min', {});
  const root = tree();
  const { STRONG_WORDS } = await import('../../dist/lint/model/vocabulary.js');
  const words = STRONG_WORDS.join('|');
  const rg = spawnSync('rg', ['--version']).status === 0;
  const search = rg
    ? ['rg', '-c', '--no-config', '--no-ignore', '-e', words, root]
    : ['grep', '-rcE', words, root];
  const name = rg ? 'ripgrep' : 'grep';
  const cache = join(folder, 'lint-cache');
  const lint = () =>
    timed([here('../../bin/paybatch.js'), 'lint', root, '--fail-on', 'never', '--format', 'json'], {
      env: { XDG_CACHE_HOME: cache },
    });
  const best = await interleaved(
    ROUNDS,
    {
      search: async () => {
        const from = performance.now();
        spawnSync(search[0], search.slice(1), { maxBuffer: 1 << 28 });
        return { seconds: (performance.now() - from) / 1000 };
      },
      first: async () => {
        rmSync(cache, { recursive: true, force: true });
        return lint();
      },
      second: lint,
    },
    { best: 'least', of: ({ seconds }) => seconds },
  );
  const against = (seconds) => ({
    seconds: seconds.toFixed(2),
    [search[0]]: best.search.seconds.toFixed(2),
  });
  const ratio = ({ seconds }) => seconds / best.search.seconds;
  report(
    `lint: 20,000 files, 200 MB, against ${name}`,
    ratio(best.first),
    rg ? 4 : 2,
    'max',
    against(best.first.seconds),
  );
  report(
    `lint: the same a second time, against ${name}`,
    ratio(best.second),
    rg ? 2 : 1.2,
    'max',
    against(best.second.seconds),
  );
  report('lint: peak memory (MB)', best.first.peakMb, 400, 'max', {});
}
