// paybatch as a library: check a file, run it against a sandbox, and make a single call.
// Run it with: node samples/library.mjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DEFAULT_PROFILE,
  SANDBOX_CREDENTIALS,
  Sandbox,
  ServiceClient,
  checkFile,
  paymentText,
  runFile,
  say,
} from 'paybatch';

const file = fileURLToPath(new URL('payouts.csv', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paybatch-library-'));
const sandbox = await Sandbox.start();
const service = { baseUrl: sandbox.url, authUrl: sandbox.url, credentials: SANDBOX_CREDENTIALS };

try {
  const checked = await checkFile({ file, results: join(folder, 'check.csv') });
  console.log('checked:', Object.fromEntries(checked.tally.counts));

  const ended = await runFile({
    ...service,
    file,
    results: join(folder, 'results.csv'),
    ledger: join(folder, 'ledger.db'), // temporary, as the sandbox is
    guards: { expectCount: 12 },
    hooks: { problem: (line, status, message) => console.error(`line ${line}: ${status}: ${say(message)}`) },
  });
  console.log('ran:', Object.fromEntries(ended.tally.counts), 'exit code', ended.exitCode);

  const client = new ServiceClient({ ...service, profile: DEFAULT_PROFILE, concurrency: 1 });
  const body = paymentText({
    receiverAmount: '1250.00', // decimal text: sent digit for digit
    isFirstParty: false,
    source: { currency: 'USDC', network: 'ethereum' },
    destination: { currency: 'GBP' },
  });
  const quoted = await client.send('quoteTransfer', body);
  console.log('quote:', quoted.outcome);
  await client.close();
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
}
