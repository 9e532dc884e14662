// check of a hundred thousand customers, against csv-parse alone on the same file in the same run.
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { here, timed } from './child.js';
import { folder } from './files.js';

const ROWS = 100_000;
const HEADER =
  'reference,businessLegalName,website,incorporationDate,countryOfIncorporation,registeredAddress.street1,registeredAddress.country,' +
  'contactPerson.firstName,contactPerson.phoneNumber,contactPerson.email,businessIndustries,withLivenessCheck,' +
  'termsOfServiceAcceptance.date,termsOfServiceAcceptance.ipAddress,customerJurisdictions,email,naicsCode,documents.BankStatements\n';

const row = (i) =>
  `C-${i},Customer ${i} Ltd,https://customer-${i}.example,2017-04-03,GB,${i} Harbour Lane,GB,Ada,+4420794${String(60000 + (i % 1000))},` +
  `ada.${i}@customer.example,VirtualDigitalGoods,true,2026-03-02T10:15:00Z,198.51.100.${i % 256},GB;IE,office.${i}@customer.example,513210,statement.pdf\n`;

async function inputFile() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}statement.pdf`, 'a statement');
  const path = `${folder}customers-${ROWS}.csv`;
  if (existsSync(path)) return path;
  const out = createWriteStream(path);
  out.write(HEADER);
  for (let i = 0; i < ROWS; i++) if (!out.write(row(i))) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  return path;
}

export async function benchCustomers(report) {
  const file = await inputFile();
  const floor = await timed([here('./floor-parse.js'), file]);
  const check = await timed([here('../../bin/paybatch.js'), 'check', file]);
  report('customers: check, against csv-parse alone', floor.seconds / check.seconds, 0.1, 'min', {
    'rows/s': Math.round(ROWS / check.seconds),
    'peak MB': Math.round(check.peakMb),
  });
}
