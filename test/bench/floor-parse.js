// The floor of a check: csv-parse alone, to arrays, in chunks of 64 KiB.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

const parser = parse();
let rows = 0;
createReadStream(process.argv[2], { highWaterMark: 65_536 }).pipe(parser);
for await (const record of parser) if (record.length > 0) rows++;
if (rows === 0) throw new Error('no rows');
