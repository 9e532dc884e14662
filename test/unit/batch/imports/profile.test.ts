// Import profiles: what they read and what they refuse. Messages name the headers and cells of the user's file.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { folder } from '../../../kit/folder.ts';
import { ACCOUNT, CUSTOMER, payouts, WALLET } from '../../../kit/payouts.ts';
import { paidByMemo, sandbox } from '../../../kit/sandbox.ts';
import { sayOf } from '../../../kit/words.ts';
import { checkImport, CONSTANTS, type ProfileText, runImport } from './imports.ts';

const COLUMNS = { Beleg: 'reference', Betrag: 'receiverAmount', Name: 'memo', IBAN: 'x-iban', Konto: null };
const PROFILE = { columns: COLUMNS, constants: CONSTANTS, decimal: ',', thousands: '.' };
const HEAD = 'Beleg;Konto;Name;IBAN;Betrag';
const csv = (...lines: string[]): string => [HEAD, ...lines, ''].join('\n');
const one = (amount: string): string => csv(`R-1;1;Zoë;DE02;${amount}`);

describe('a profile', () => {
  it('ignores columns without a name if it maps "" to null', async () => {
    const columns = { ...COLUMNS, '': null };
    const { end } = await checkImport(`${HEAD};;\nR-1;1;A;B;1,00;;\n`, { ...PROFILE, columns });
    expect(end.exitCode).toBe(0);
  });

  it('reads amounts, constants and columns, and ignores a column that it maps to null', async () => {
    const { end, rows } = await checkImport(csv('R-1;1;Zoë;DE02;1.234,56', 'R-2;2;A;DE03;7'), PROFILE);
    expect(end.exitCode).toBe(0);
    expect(rows.map((row) => row['receiverAmount'])).toEqual(['1234.56', '7']);
  });

  it.each([
    ['1234,56', '1234.56'],
    ['1.234', '1234'],
    ['12.345.678,9', '12345678.9'],
    ['  12,00 ', '12.00'],
    ['0,01', '0.01'],
  ])('reads %j as %s', async (text, plain) => {
    expect((await checkImport(one(text), PROFILE)).rows[0]).toMatchObject({
      status: 'valid',
      receiverAmount: plain,
    });
  });

  it.each([
    ['12.50', /number like 1\.250,00/],
    ['1.23.456,00', /number like/],
    ['1234.567,00', /number like/],
    ['0.123,45', /number like/],
    ['1,5,0', /number like/],
    ['-12,50', /number like/],
    ['(12,50)', /number like/],
    ['€ 12,50', /number like/],
    ['12,50 EUR', /number like/],
    ['1,23E+15', /has shortened/],
    ['#REF!', /formula/],
    ['=A1', /formula/],
    ["'12,50", /apostrophe/],
    ['12.11.2026', /number like/],
    [',50', /number like/],
    ['12,', /number like/],
    ['１２,５０', /number like/],
    ['0,00', /above zero/],
    ['007,50', /leading zero/],
    ['12,345', /3 digits/],
  ])('refuses the amount %j, and the message names the header and quotes the cell', async (text, why) => {
    const { rows, messages } = await checkImport(one(text), PROFILE);
    expect(rows[0]).toMatchObject({ status: 'invalid', receiverAmount: expect.not.stringMatching(/^\?/) });
    expect(messages[0]).toMatch(why);
    expect(messages[0]).toContain('2:5: Betrag (receiverAmount)');
    expect(messages[0]).toContain(`"${text}"`);
  });

  it('refuses an amount with a mark that it does not define', async () => {
    const { rows, messages } = await checkImport(one('1.234'), { ...PROFILE, thousands: undefined });
    expect(rows[0]).toMatchObject({ status: 'invalid', receiverAmount: '' });
    expect(messages[0]).toContain('must be a number like 1250,00');
  });

  it.each([
    [' ', '1\u00a0234,50'],
    [' ', '1\u202f234,50'],
    [' ', '1 234,50'],
    ["'", "1'234,50"],
    ['’', '1’234,50'],
  ])('accepts %j as the thousands mark of %j', async (thousands, text) => {
    const { rows } = await checkImport(one(text), { ...PROFILE, thousands });
    expect(rows[0]).toMatchObject({ status: 'valid', receiverAmount: '1234.50' });
  });

  it('refuses an amount with two kinds of spaces', async () => {
    const { rows } = await checkImport(one('1 234\u00a0567,50'), { ...PROFILE, thousands: ' ' });
    expect(rows[0]?.['status']).toBe('invalid');
  });

  it('skips title lines, and skips and counts blank rows and the footer', async () => {
    const text = `Lauf 7;;"\n${HEAD}\nR-1;;A;;1,00\n;;;;\n \nR-2;;B;;2,00\nSumme;;;;3,00\nSeite 1 "von" 1\n`;
    const profile = { ...PROFILE, skipRows: 1, skipBlankRows: true, stopAt: '^(Summe|Total)$' };
    const { end, rows } = await checkImport(text, profile);
    expect(rows.map((row) => [row['line'], row['status']])).toEqual([
      ['3', 'valid'],
      ['6', 'valid'],
    ]);
    expect(end.facts).toMatchObject({
      rows: 2,
      blanks: 2,
      below: { line: 7, text: 'Summe', lastLine: 7 },
    });
  });

  it('causes a warning with the known networks if its network is unknown', async () => {
    const constants = { ...PROFILE.constants, 'source.network': 'ETH' };
    const { warnings } = await checkImport(one('1,00'), { ...PROFILE, constants });
    expect(sayOf(warnings[0]?.message)).toContain('profile.networks (ethereum). It is sent unchanged');
  });

  it('refuses a file without the footer that it names: it may be cut short', async () => {
    await expect(checkImport(one('1,00'), { ...PROFILE, stopAt: '^Summe' })).rejects.toThrow(
      /may be cut short/,
    );
  });

  it('treats an empty row between rows as an invalid row, unless it has skipBlankRows', async () => {
    const { rows } = await checkImport(csv('R-1;;A;;1,00', ';;;;', 'R-2;;B;;2,00', ';;;;', ';;;;'), PROFILE);
    expect(rows.map((row) => row['status'])).toEqual(['valid', 'invalid', 'valid']);
  });

  it.each(['windows-1252', 'latin1', 'utf-16le', 'shift_jis', 'koi8-r'])(
    'reads the encoding %s',
    async (encoding) => {
      const text = csv(
        `R-1;1;${encoding === 'shift_jis' ? '東京' : encoding === 'koi8-r' ? 'Юлия' : 'Müller'};D;1,00`,
      );
      const bytes = iconv.encode(text, encoding === 'latin1' ? 'windows-1252' : encoding);
      const { end } = await checkImport(bytes, { ...PROFILE, encoding });
      expect(end.exitCode).toBe(0);
    },
  );

  it('refuses bytes that are not valid in its encoding, and never guesses an encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEAD}\nR-1;;M`),
      Buffer.from([0x81]),
      Buffer.from(';;1,00\n'),
    ]);
    await expect(checkImport(bytes, { ...PROFILE, encoding: 'windows-1252' })).rejects.toThrow(
      /in\.csv:2: not windows-1252/,
    );
    await expect(checkImport(bytes, PROFILE)).rejects.toThrow(/an import profile may name its encoding/);
    const marked = Buffer.from(`\ufeff${one('1,00')}`);
    await expect(checkImport(marked, { ...PROFILE, encoding: 'windows-1252' })).rejects.toThrow(
      /byte order mark of UTF-8/,
    );
  });

  it('is refused for the unknown field "iban", even if the header is "IBAN"', async () => {
    const columns = { ...COLUMNS, IBAN: 'iban' };
    await expect(checkImport(one('1,00'), { ...PROFILE, columns })).rejects.toThrow(
      '"IBAN" names "iban", which is not a field: name a field, or begin it with "x-" to ignore it',
    );
  });

  it('causes a warning for text that was decoded twice', async () => {
    const { warnings } = await checkImport(
      csv('R-1;1;MÃ¼ller;D;1,00', 'R-2;1;„MENÜ“ CAFÉ» À;D;1,00'),
      PROFILE,
    );
    expect(warnings.map(({ field, value }) => [field, value])).toEqual([['Name (memo)', 'Ã¼']]);
  });
});

describe('an invalid profile', () => {
  it('is refused with all its errors at once, so that a draft can be completed in one step', async () => {
    const draft = {
      constants: { customerId: '', 'source.network': '', 'source.currency': 'USDC' },
      lookups: [{ file: '', key: 'IBAN', columns: { id: 'destination.externalAccountId' } }],
      skipRows: -1,
    };
    const error = await checkImport('a\n1\n', draft).catch((thrown: unknown) => thrown as Error);
    const lines = (error as Error).message.split('\n');
    expect(lines).toHaveLength(4);
    for (const [at, words] of [
      /"customerId": expected a text: fill it in/,
      /"source.network": expected a text: fill it in/,
      /"file": expected a text: fill it in/,
      /"skipRows": expected a whole/,
    ].entries())
      expect(lines[at]).toMatch(words);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'an unknown key',
      { colums: {}, decimal: ',', skipRows: 1 },
      /p\.json:1:\d+: unknown key "colums" \(did you mean columns\?\)/,
    ],
    [
      'a number for a field',
      { columns: { Betrag: 5 } },
      /"Betrag": expected the name of a field in quotes, or null/,
    ],
    [
      'a number for a constant',
      { constants: { receiverAmount: 5 } },
      /"receiverAmount": expected a text in quotes/,
    ],
    ['a text for a number', { columns: {}, skipRows: '2' }, /"skipRows": expected a whole number from 0/],
    [
      'the same mark for decimal and thousands',
      { columns: {}, decimal: ',', thousands: ',' },
      /"thousands" and "decimal" can't be the same mark/,
    ],
    ['an unknown decimal mark', { columns: {}, decimal: ';' }, /"decimal": expected one of "\.", ","/],
    ['an unknown encoding', { columns: {}, encoding: 'utf-9' }, /"utf-9" is not an encoding/],
    ['an invalid regular expression', { columns: {}, stopAt: '(' }, /"stopAt" is not a regular expression/],
    ['two headers with the same name', { columns: { Betrag: 'memo', 'betrag ': null } }, /are the same name/],
    [
      'a lookup without a key',
      { lookups: [{ file: 'a.csv', columns: {} }] },
      /"key": expected a text in quotes/,
    ],
    [
      'an unknown key in a lookup',
      { lookups: [{ file: 'a', key: 'b', columns: {}, fileKye: 'x' }] },
      /unknown key "fileKye" \(did you mean fileKey\?\)/,
    ],
    ['a list instead of an object', [], /is not a JSON object/],
  ])('is refused: %s', async (_, profile, why) => {
    const failed = checkImport(one('1,00'), JSON.stringify(profile));
    await expect(failed).rejects.toThrow(why);
    await expect(failed).rejects.not.toThrow(/Invalid input|expected string|received/);
  });

  it.each([
    ['{"columns": {}, }', /p\.json:1:17: .*comma too many/],
    ['{"a": "b"\n "c": 1}', /p\.json:2:2: a comma is missing/],
    ['{"columns": {"A": "memo", "A": null}}', /p\.json:1:27: "A" appears twice/],
    ['', /is empty/],
    ['[[[', /p\.json:1/],
    ['['.repeat(100_000), /p\.json:1/],
  ])('%#: is refused for broken JSON, with the line and column if it is not empty', async (text, why) => {
    await expect(checkImport(one('1,00'), text)).rejects.toThrow(why);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a column that the file does not have',
      { columns: { ...COLUMNS, Bertag: null } },
      /no column "Bertag" \(did you mean Betrag\?\)/,
    ],
    [
      'an unknown field',
      { columns: { ...COLUMNS, Betrag: 'reciverAmount' } },
      /"Betrag" names "reciverAmount", which is not a field \(did you mean receiverAmount\?\)/,
    ],
    ['a removed field', { columns: { ...COLUMNS, Betrag: 'amount' } }, /"amount" was removed/],
    [
      'one field from two columns',
      { columns: { ...COLUMNS, Konto: 'memo' } },
      /memo has two sources, "Name" and "Konto"/,
    ],
    [
      'one field from a column and a constant',
      { constants: { ...CONSTANTS, memo: 'x' } },
      /memo has two sources, "constants" and "Name"/,
    ],
    [
      'a constant that is not a field',
      { constants: { ...CONSTANTS, memoo: 'x' } },
      /"constants" names "memoo", which is not a field \(did you mean memo\?\)/,
    ],
    [
      'a column of the file that the profile does not mention',
      { columns: { ...COLUMNS, Konto: undefined } },
      /unknown column "Konto"/,
    ],
  ])('is refused with a file: %s', async (_, more, why) => {
    await expect(checkImport(one('1,00'), { ...PROFILE, ...more })).rejects.toThrow(why);
  });
});

describe('a lookup file', () => {
  const fill = { customerId: 'customerId', Konto: 'destination.externalAccountId' };
  const lookups = [{ file: 'tables/suppliers.csv', key: 'Konto', fileKey: 'Nr', columns: fill }];
  const filled = Object.values(fill);
  const constants = Object.fromEntries(
    Object.entries(CONSTANTS).filter(([field]) => !filled.includes(field)),
  );
  const profile = { ...PROFILE, constants, lookups };
  const table = (...lines: string[]): Record<string, string> => ({
    'tables/suppliers.csv': ['Nr;customerId;Konto;Ort', ...lines, ''].join('\n'),
  });
  const good = `000451;${CUSTOMER};${ACCOUNT};Köln`;

  it('fills fields by its key, whose outer spaces are ignored', async () => {
    const { end } = await checkImport(
      csv('R-1; 000451 ;A;D;1,00'),
      profile,
      table(good, good.replace('Köln', 'Bonn')),
    );
    expect(end.exitCode).toBe(0);
  });

  it.each([
    ['1.500', '1500'],
    ['1.234,50', '1234.50'],
    ['12.50', '?12.50'],
  ])('has its amount %s read with the marks of the profile, as %s', async (text, amount) => {
    const amounts = { file: 'amounts.csv', key: 'Beleg', columns: { Summe: 'receiverAmount' } };
    const columns = { ...COLUMNS, Betrag: null };
    const files = { 'amounts.csv': `Beleg;Summe\nR-1;${text}\n` };
    const { rows } = await checkImport(one('1'), { ...PROFILE, columns, lookups: [amounts] }, files);
    const [row] = rows;
    if (amount.startsWith('?')) expect(row?.['errorMessage']).toMatch(/number like 1\.250,00/);
    else expect(row).toMatchObject({ status: 'valid', receiverAmount: amount });
  });

  it.each([
    [
      '451',
      /2:2: Konto: "451" is not in .*tables\/suppliers\.csv \(column "Nr"\), but "000451" is: spreadsheets remove leading zeros/,
    ],
    ['', /2:2: Konto: is empty/],
    ['999', /2:2: Konto: "999" is not in .*add it there/],
    ['4,51E+5', /2:2: Konto: "4,51E\+5" .*has shortened/],
  ])('makes a row with the empty or unknown key %j invalid, and guesses no similar key', async (key, why) => {
    const { rows, messages } = await checkImport(csv(`R-1;${key};A;D;1,00`), profile, table(good));
    expect(rows[0]?.['status']).toBe('invalid');
    expect(messages[0]).toMatch(why);
    expect(messages[0]).not.toContain('is missing');
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'two results for one key',
      table(good, good.replace(CUSTOMER, ACCOUNT)),
      /suppliers\.csv:3:1: "000451" \(Nr\) has different values on line 2/,
    ],
    ['a missing column', { 'tables/suppliers.csv': 'Nr;customerId\n' }, /no column "Konto"/],
    [
      'a repeated column',
      { 'tables/suppliers.csv': 'Nr;customerId;Konto;nr \n' },
      /column "Nr" appears twice/,
    ],
    [
      'too few cells in a row',
      table('000451;x'),
      /suppliers\.csv:2: the row has 2 cells, but the header has 4/,
    ],
    ['a path that does not exist', {}, /tables\/suppliers\.csv: the file does not exist/],
    [
      'no column named by fileKey',
      { 'tables/suppliers.csv': 'number;customerId;Konto\n' },
      /there is no column "Nr", which --map names as "fileKey"/,
    ],
  ])('with %s is refused', async (_name, files, why) => {
    await expect(checkImport(csv('R-1;000451;A;D;1,00'), profile, files)).rejects.toThrow(why);
  });

  it('is refused if the export does not have its key column', async () => {
    const by = [{ ...lookups[0], key: 'Kontonr', fileKey: 'Nr' }];
    await expect(checkImport(one('1,00'), { ...profile, lookups: by }, table(good))).rejects.toThrow(
      /no column "Kontonr" \(did you mean Konto\?\), which --map names as "key"/,
    );
  });

  it('is named in the message, with its column, if one of its values is invalid', async () => {
    const { messages } = await checkImport(
      csv('R-1;000451;A;D;1,00'),
      profile,
      table(good.replace(ACCOUNT, 'DE02')),
    );
    expect(messages[0]).toMatch(
      /2:2: destination\.externalAccountId \(.*suppliers\.csv: Konto\): .*must be an ID/,
    );
  });
});

describe('a payment in an export', () => {
  const memos = ['Zoë, 1', 'b "2"', 'c'];
  const plain = payouts(
    memos.map((memo, i) => ({
      reference: `R-${i}`,
      memo,
      receiverAmount: `${i + 1}234.50`,
      'destination.currency': 'EUR',
    })),
  );
  const exported = [
    'Titel',
    HEAD,
    ...memos.map((memo, i) => `R-${i};x;"${memo.replaceAll('"', '""')}";DE;${i + 1}.234,50`),
    'Summe;;;;1',
  ];
  const profile = { ...PROFILE, skipRows: 1, stopAt: '^Summe', encoding: 'windows-1252' };
  const at = (): string =>
    folder({ 'exp.csv': iconv.encode(exported.join('\r\n'), 'windows-1252'), 'plain.csv': plain });

  it('is the same payment as in a file with our own columns, and is paid once', async () => {
    const service = await sandbox();
    const place = at();
    const first = await runImport(place, service.url, 'exp.csv', profile);
    expect(first.exitCode).toBe(0);
    const second = await runImport(place, service.url, 'plain.csv');
    expect(second.tally.count('created', 'duplicate')).toBe(3);
    expect(second.exitCode).toBe(0);
    expect([...paidByMemo(service).values()]).toEqual([1, 1, 1]);
  });

  it('without a reference is held if it was already paid from a file with our own columns', async () => {
    const service = await sandbox();
    const place = at();
    const without = (text: string): string =>
      text
        .split('\n')
        .map((line) => line.slice(line.indexOf(',') + 1))
        .join('\n');
    writeFileSync(join(place, 'plain.csv'), without(plain));
    await runImport(place, service.url, 'plain.csv');
    const again = runImport(place, service.url, 'exp.csv', {
      ...profile,
      columns: { ...COLUMNS, Beleg: null },
    });
    expect((await again).exitCode).toBe(1);
    expect([...paidByMemo(service).values()]).toEqual([1, 1, 1]);
  });

  it('that was rejected is in a retry file that the same profile reads', async () => {
    const fault = { kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 } as const;
    const service = await sandbox({ faults: [fault] });
    const place = at();
    const columns = { ...COLUMNS, Beleg: null };
    const first = await runImport(place, service.url, 'exp.csv', { ...profile, columns }, { concurrency: 1 });
    expect(first.tally.count('rejected')).toBe(1);
    const retry = iconv.decode(readFileSync(join(place, 'exp.csv.retry.csv')), 'windows-1252');
    expect(retry).toMatch(
      /^Titel\r\nBeleg;Konto;Name;IBAN;Betrag;x-retry-of\r\nR-0;x;"Zoë, 1";DE;1\.234,50;k1~\S+\r\nSumme;;;;1\r?\n?$/,
    );
    service.faults.clear();
    const again = await runImport(place, service.url, 'exp.csv.retry.csv', { ...profile, columns });
    expect(again.tally.count('created')).toBe(1);
    expect([...paidByMemo(service).values()]).toEqual([1, 1, 1]);
  });
});

describe('a lookup table that changed since the file was run', () => {
  const { customerId: customer, 'destination.externalAccountId': account, ...constants } = CONSTANTS;
  const table = (...rows: readonly string[]): string =>
    `no,customer,account\n${rows.map((no) => `${no},${customer ?? ''},${account ?? ''}\n`).join('')}`;
  const columns = { customer: 'customerId', account: 'destination.externalAccountId' };
  const lookups = [{ file: 'suppliers.csv', key: 'Supplier', fileKey: 'no', columns }];
  const profile = (reference: 'reference' | null): ProfileText => ({
    columns: { Number: reference, Supplier: null, Text: 'memo', Amount: 'receiverAmount' },
    ...{ constants, lookups },
  });
  const place = (): string =>
    folder({
      'in.csv': 'Number,Supplier,Text,Amount\nR-1,1,a,10.00\nR-2,2,b,20.00\n',
      'suppliers.csv': table('1'),
    });

  it.each(['reference', null] as const)(
    'has a new supplier, whose row is sent (field of the column Number: %s)',
    async (reference) => {
      const [at, service] = [place(), await sandbox()];
      expect(await runImport(at, service.url, 'in.csv', profile(reference))).toMatchObject({ exitCode: 1 });
      writeFileSync(join(at, 'suppliers.csv'), table('1', '2'));
      expect(await runImport(at, service.url, 'in.csv', profile(reference))).toMatchObject({ exitCode: 0 });
      expect(paidByMemo(service)).toEqual(
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
      );
    },
  );

  it('is the same table under another path', async () => {
    const [at, service] = [place(), await sandbox()];
    await runImport(at, service.url, 'in.csv', profile('reference'));
    const named = lookups.map((one) => ({ ...one, file: `../${basename(at)}/suppliers.csv` }));
    const again = { ...profile('reference'), lookups: named };
    expect(await runImport(at, service.url, 'in.csv', again)).toMatchObject({ exitCode: 1 });
    expect(service.store.transfers).toHaveLength(1);
  });

  it('refuses the file if the profile has changed as well', async () => {
    const [at, service] = [place(), await sandbox()];
    await runImport(at, service.url, 'in.csv', profile('reference'));
    writeFileSync(join(at, 'suppliers.csv'), table('1', '2'));
    const again = runImport(at, service.url, 'in.csv', { ...profile('reference'), skipBlankRows: true });
    await expect(again).rejects.toMatchObject({ code: 'same_file' });
  });

  it.each(['reference', null] as const)(
    'refuses the file if it gives a paid row another account (field of the column Number: %s)',
    async (reference) => {
      const [at, service] = [place(), await sandbox()];
      await runImport(at, service.url, 'in.csv', profile(reference));
      writeFileSync(join(at, 'suppliers.csv'), table('1', '2').replaceAll(account ?? '', WALLET));
      const again = runImport(at, service.url, 'in.csv', profile(reference));
      await expect(again).rejects.toMatchObject({ code: 'same_file' });
      expect(service.store.transfers).toHaveLength(1);
    },
  );
});
