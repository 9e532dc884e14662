// Makes the benchmark's input files, once: rows of about 300 bytes, all valid.
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const folder = fileURLToPath(new URL('../../.bench/', import.meta.url));

export const HEADER =
  'reference,customerId,source.currency,source.network,source.walletId,destination.currency,' +
  'destination.externalAccountId,purposeOfPayment,receiverAmount,memo,useDeveloperFunds,requireApproval,documents,isFirstParty\n';

export function row(i) {
  const id = i.toString(16).padStart(12, '0');
  return (
    `INV-2026-${i},7c9e6679-7425-40de-944b-${id},USDC,ethereum,16fd2706-8baf-433b-82eb-${id},GBP,` +
    `886313e1-3b8a-4372-9b90-${id},PaymentForGoods,${(i % 9000) + 1}.${String(i % 100).padStart(2, '0')},` +
    `"Invoice ${i}, goods and services delivered in the course of the month",true,false,,false\n`
  );
}

export async function inputFile(rows) {
  mkdirSync(folder, { recursive: true });
  const path = `${folder}payouts-${rows}.csv`;
  if (existsSync(path)) return path;
  const out = createWriteStream(`${path}.part`);
  let text = HEADER;
  for (let i = 0; i < rows; i++) {
    text += row(i);
    if (text.length > 1_000_000) {
      if (!out.write(text)) await once(out, 'drain');
      text = '';
    }
  }
  out.end(text);
  await once(out, 'finish');
  renameSync(`${path}.part`, path);
  return path;
}
