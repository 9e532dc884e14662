// check of a hundred thousand customers, against csv-parse alone on the same file in the same rounds. In one file each
// phone number is in a hundred rows. In the other each row has a different number, and each is looked up in the
// numbering plans.
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { here, timed } from './child.js';
import { folder } from './files.js';
import { interleaved } from './rounds.js';

const ROWS = 100_000;
const HEADER =
  'reference,businessLegalName,website,incorporationDate,countryOfIncorporation,registeredAddress.street1,registeredAddress.country,' +
  'contactPerson.firstName,contactPerson.phoneNumber,contactPerson.email,businessIndustries,withLivenessCheck,' +
  'termsOfServiceAcceptance.date,termsOfServiceAcceptance.ipAddress,customerJurisdictions,email,naicsCode,documents.BankStatements\n';

const row = (i, phone) =>
  `C-${i},Customer ${i} Ltd,https://customer-${i}.example,2017-04-03,GB,${i} Harbour Lane,GB,Ada,${phone},` +
  `ada.${i}@customer.example,VirtualDigitalGoods,true,2026-03-02T10:15:00Z,198.51.100.${i % 256},GB;IE,office.${i}@customer.example,513210,statement.pdf\n`;

const sharedPhone = (i) => `+4420794${60_000 + (i % 1000)}`;
const ownPhone = (i) => `+4420${79_400_000 + i}`;

async function inputFile(name, phoneOf) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}statement.pdf`, 'a statement');
  const path = `${folder}${name}-${ROWS}.csv`;
  if (existsSync(path)) return path;
  const out = createWriteStream(path);
  out.write(HEADER);
  for (let i = 0; i < ROWS; i++) if (!out.write(row(i, phoneOf(i)))) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  return path;
}

export async function benchCustomers(report) {
  const cli = here('../../bin/paybatch.js');
  const shared = await inputFile('customers', sharedPhone);
  const own = await inputFile('customers-own-phones', ownPhone);
  const { floor, check, checkOwn } = await interleaved(
    3,
    {
      floor: () => timed([here('./floor-parse.js'), shared]),
      check: () => timed([cli, 'check', shared]),
      checkOwn: () => timed([cli, 'check', own]),
    },
    { best: 'least', of: ({ seconds }) => seconds },
  );
  const figure = (name, { seconds, peakMb }) =>
    report(name, floor.seconds / seconds, 0.5, 'min', {
      'rows/s': Math.round(ROWS / seconds),
      'csv-parse rows/s': Math.round(ROWS / floor.seconds),
      'peak MB': Math.round(peakMb),
    });
  figure('customers: check, against csv-parse alone', check);
  figure('customers: the same, each with a phone number of its own', checkOwn);
}
