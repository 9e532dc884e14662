// Answers in a todo file are never lost and never used without a check, however many rounds a person needs.
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { command } from '../../kit/io.ts';
import { csvOf, migrate, rowsOf } from '../../kit/migrate.ts';
import { trials } from '../../kit/seed.ts';

function write(path: string, all: readonly Record<string, string>[]): void {
  const names = Object.keys(all[0] ?? {});
  writeFileSync(path, csvOf([names, ...all.map((row) => names.map((name) => row[name] ?? ''))]));
}
/** Fills in the given answers by line. */
function fill(path: string, answers: Readonly<Record<string, string>>): void {
  write(
    path,
    rowsOf(path).map((row) => ({ ...row, answer: answers[row['line'] ?? ''] ?? row['answer'] ?? '' })),
  );
}

const HEADER = 'reference,destination.currency,amount\n';
const [A, B, C] = ['A,GBP,10\n', 'B,GBP,20\n', 'C,JPY,30\n'] as const;
const FILE = HEADER + A + B + C;
const TODO = 'out/in.todo.csv';
const TODOS = [TODO, 'out/in.2.todo.csv', 'out/in.3.todo.csv', 'out/in.4.todo.csv'];

describe('answers', () => {
  it('are asked for if an amount is invalid, even with --amount-is-receiver-amount', async () => {
    const amounts = ['120.50', '-5', '1.23E+3', '"12,50"', ' 12.50 ', '7'];
    const lines = amounts.map((amount, i) => `${i},${i === 0 ? 'JPY' : 'GBP'},${amount}\n`);
    const at = folder({ 'in.csv': `reference,destination.currency,amount\n${lines.join('')}` });
    const said = ['in.csv', '--out', 'out', '--amount-is-receiver-amount'];
    const { code, out } = await migrate(at, ...said);
    expect([code, out]).toEqual([1, expect.stringMatching(/4 rows need an answer from you/)]);
    expect(rowsOf(join(at, TODO)).map(({ line, field, why }) => `${line} ${field}: ${why}`)).toEqual([
      expect.stringMatching(
        /^2 receiverAmount: "120\.50" has 2 digits after the point; JPY has none; give the amount/,
      ),
      expect.stringMatching(/^3 receiverAmount: "-5" is not a plain amount above zero/),
      expect.stringMatching(/^4 receiverAmount: "1\.23E\+3" is not a plain amount/),
      expect.stringMatching(/^5 receiverAmount: "12,50" is not a plain amount/),
    ]);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount']?.trim())).toEqual(
      amounts.map((amount) => amount.replaceAll('"', '').trim()),
    );
    fill(join(at, TODO), { 2: '121', 3: '5', 4: '1230', 5: '12.50' });
    expect((await migrate(at, ...said, '--todo', TODO)).code).toBe(0);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount']?.trim())).toEqual([
      '121',
      '5',
      '1230',
      '12.50',
      '12.50',
      '7',
    ]);
    const left = rowsOf(join(at, 'out/in.dropped.csv')).map(({ field, value }) => `${field} ${value}`);
    expect(left).toEqual(expect.arrayContaining(['amount 120.50', 'amount 1.23E+3']));
  });
  it('are merged by the documented loop, and their file stays as it is, byte for byte', async () => {
    const at = folder({ 'in.csv': FILE });
    expect((await migrate(at, 'in.csv', '--out', 'out')).code).toBe(1);
    fill(join(at, TODO), { 2: '11', 3: '22', 4: '33' });
    const before = readFileSync(join(at, TODO), 'utf8');
    const done = await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO);
    expect(done.code).toBe(0);
    expect(readFileSync(join(at, TODO), 'utf8')).toBe(before);
    expect(existsSync(join(at, 'out/in.2.todo.csv'))).toBe(false);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount'])).toEqual(['11', '22', '33']);
  });
  it('are not asked for if a row cannot be read: the input must be corrected', async () => {
    const at = folder({ 'in.csv': `${FILE}D,GBP\n`, 'one.csv': 'reference,receiverAmount\nA,1,2\n' });
    const { code, out } = await migrate(at, 'in.csv', '--out', 'out');
    expect([code, out]).toEqual([1, expect.stringMatching(/^3 rows need an answer from you: fill in/m)]);
    expect(out).toContain(
      "1 row can't be read: not in the output. Correct the input, then run this again.\n",
    );
    const alone = await migrate(at, 'one.csv', '--dry-run');
    expect([alone.code, alone.out]).toEqual([1, expect.stringMatching(/^1 row can't be read/m)]);
    expect(alone.out).not.toMatch(/would need|Nothing is left/);
  });
  it.each([
    ['120,00', /is not a plain amount/],
    ['-5', /is not a plain amount/],
    ['1e3', /is not a plain amount/],
    ['0', /is not a plain amount/],
    ['12.345', /has 3 digits after the point; GBP has at most 2/],
    ['-', /is required and cannot be left out/],
  ])(
    'are refused if check would refuse them, and asked for again with the reason: %s',
    async (typed, why) => {
      const at = folder({ 'in.csv': FILE });
      await migrate(at, 'in.csv', '--out', 'out');
      fill(join(at, TODO), { 2: typed, 3: '22', 4: '33' });
      expect((await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO)).code).toBe(1);
      const [open, ...more] = rowsOf(join(at, 'out/in.2.todo.csv'));
      expect(more).toEqual([]);
      expect(open).toMatchObject({ line: '2', why: expect.stringMatching(why) });
      expect(open?.['why']?.replace(/^'/, '')).toContain(`"${typed}"`);
      expect(rowsOf(join(at, 'out/in.csv'))[0]).toMatchObject({ receiverAmount: '' });
    },
  );
  it('are asked for again if a document is missing or a code is invalid', async () => {
    const at = folder({
      'in.csv': 'reference,businessLegalName,registeredAddress.country\nA,X Ltd,GB\n',
      'statement.pdf': 'x',
    });
    await migrate(at, 'in.csv', '--out', 'out');
    const answers: Record<string, string> = { 'documents.BankStatements': 'nowhere.pdf', naicsCode: 'x' };
    write(
      join(at, TODO),
      rowsOf(join(at, TODO)).map((row) => ({ ...row, answer: answers[row['field'] ?? ''] ?? '-' })),
    );
    await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO);
    const open = rowsOf(join(at, 'out/in.2.todo.csv')).map(({ field }) => field);
    expect(open).toContain('documents.BankStatements');
    expect(open).toContain('naicsCode');
  });
  it('are used for the input that the todo file is named after; an ambiguous name is refused', async () => {
    const at = folder({ 'd/in.csv': FILE, 'd/other.csv': FILE, 'eu/in.csv': FILE });
    expect((await migrate(at, 'd', '--out', 'out')).code).toBe(1);
    const files = ['out/in.todo.csv', 'out/other.todo.csv'];
    for (const [i, file] of files.entries()) fill(join(at, file), { 2: `1${i}`, 3: `2${i}`, 4: `3${i}` });
    const todos = files.flatMap((file) => ['--todo', file]);
    const done = await migrate(at, 'd', '--out', 'out', ...todos);
    expect([done.code, done.err]).toEqual([0, '']);
    for (const [i, file] of files.entries()) {
      const amounts = rowsOf(join(at, file.replace('.todo', ''))).map((row) => row['receiverAmount']);
      expect(amounts).toEqual([`1${i}`, `2${i}`, `3${i}`]);
    }
    const unclear = await migrate(at, 'd', 'eu', '--out', 'new', ...todos);
    expect([unclear.code, unclear.err]).toEqual([
      2,
      expect.stringMatching(/may belong to d\/in\.csv or eu\/in\.csv/),
    ]);
  });
  it('are refused if their todo file belongs, or may belong, to another input', async () => {
    const at = folder({ 'a.csv': FILE, 'b.csv': FILE, 'b.2.csv': FILE });
    await migrate(at, 'a.csv', 'b.csv', 'b.2.csv', '--out', 'out');
    for (const name of ['a', 'b', 'b.2']) fill(join(at, `out/${name}.todo.csv`), { 2: '1', 3: '2', 4: '3' });
    const [a, b, b2] = ['a', 'b', 'b.2'].map((name) => ['--todo', `out/${name}.todo.csv`]) as [
      string[],
      string[],
      string[],
    ];
    expect(await migrate(at, 'b.csv', '--out', 'new', ...a)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--todo out\/a\.todo\.csv: no input has that name/),
    });
    expect(await migrate(at, 'b.csv', 'b.2.csv', '--out', 'new', ...b2)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--todo out\/b\.2\.todo\.csv may belong to b\.csv or b\.2\.csv/),
    });
    expect(existsSync(join(at, 'new'))).toBe(false);
    expect(await migrate(at, 'b.csv', '--out', 'new', ...b)).toMatchObject({ code: 0, err: '' });
    expect(await migrate(at, 'b.2.csv', '--out', 'new', ...b2)).toMatchObject({ code: 0, err: '' });
  });
  it('are asked for in a todo file that no other input of the command uses', async () => {
    const at = folder({ 'b.csv': FILE, 'b.2.csv': FILE });
    await migrate(at, 'b.csv', '--out', 'out');
    fill(join(at, 'out/b.todo.csv'), { 2: '1' });
    await migrate(at, 'b.csv', 'b.2.csv', '--out', 'out');
    expect(rowsOf(join(at, 'out/b.2.todo.csv'))).toHaveLength(3);
    expect(rowsOf(join(at, 'out/b.2.2.todo.csv'))).toHaveLength(3);
  });
  it('are taken from the last todo file that has them, and unused answers are reported', async () => {
    const at = folder({
      'in.csv': FILE,
      'a.csv': 'line,field,answer\n2,receiverAmount,1\n3,receiverAmount,3\n4,receiverAmount,4\n',
      'b.csv': 'line,field,answer\n2,receiverAmount,2\n9,memo,x\n',
    });
    const { code, err } = await migrate(at, 'in.csv', '--out', 'out', '--todo', 'a.csv', '--todo', 'b.csv');
    expect([code, err]).toEqual([0, expect.stringMatching(/^in\.csv:9: memo: your answer was not used/)]);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount'])).toEqual(['2', '3', '4']);
  });
  it.each<[string, string[], string[], number]>([
    ['in another order', [B, A, C], ['', '', '33'], 2],
    ['below a new row', ['N,USD,10\n', A, B, C], ['', '', '', ''], 3],
    ['with another row on one line', [A, 'N,EUR,20\n', C], ['11', '', '33'], 1],
    ['with other content on one line', [A, 'B,EUR,20\n', C], ['11', '', '33'], 1],
    ['without the first one', [B, C], ['', ''], 3],
  ])(
    'are used only for the row that they are for, if its input now has the rows %s',
    async (_, now, kept, lost) => {
      const at = folder({ 'in.csv': FILE });
      await migrate(at, 'in.csv', '--out', 'out');
      fill(join(at, TODO), { 2: '11', 3: '22', 4: '33' });
      writeFileSync(join(at, 'in.csv'), HEADER + now.join(''));
      for (const flags of [[], ['--amount-is-receiver-amount']]) {
        const { code, out, err } = await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO, ...flags);
        const amounts = rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount']);
        expect([code, amounts]).toEqual([1, kept]);
        expect(err.match(/^in\.csv:\d: receiverAmount: .*: it is for another row/gm)).toHaveLength(lost);
        expect(out).toMatch(new RegExp(`^${lost} answers? (is|are) for another row`, 'm'));
      }
    },
  );
  it('to new questions replace those for other rows', async () => {
    const at = folder({ 'in.csv': FILE });
    await migrate(at, 'in.csv', '--out', 'out');
    fill(join(at, TODO), { 2: '11', 3: '22', 4: '33' });
    writeFileSync(join(at, 'in.csv'), HEADER + B + A + C);
    await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO);
    fill(join(at, TODOS[1] ?? ''), { 2: '22', 3: '11' });
    const done = await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO, '--todo', TODOS[1] ?? '');
    expect([done.code, done.err]).toEqual([0, '']);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount'])).toEqual(['22', '11', '33']);
  });
  it('to which of two amounts is right are used only for the same row', async () => {
    const head = 'reference,destination.currency,amount,receiverAmount\n';
    const at = folder({ 'in.csv': `${head}A,GBP,10,9.5\n` });
    await migrate(at, 'in.csv', '--out', 'out');
    fill(join(at, TODO), { 2: '9.6' });
    writeFileSync(join(at, 'in.csv'), `${head}B,GBP,10,9.5\n`);
    const { code, err } = await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^in\.csv:2: receiverAmount: .*it is for another row/),
    ]);
    expect(rowsOf(join(at, 'out/in.csv'))).toMatchObject([{ reference: 'B', receiverAmount: '9.5' }]);
    expect(rowsOf(join(at, 'out/in.2.todo.csv'))).toMatchObject([{ line: '2', field: 'receiverAmount' }]);
  });
  it('are still used if only another row of the input was corrected', async () => {
    const at = folder({ 'in.csv': `${HEADER}${A}B,GBP\n${C}` });
    await migrate(at, 'in.csv', '--out', 'out');
    fill(join(at, TODO), { 2: '11', 4: '33' });
    writeFileSync(join(at, 'in.csv'), HEADER + A + B + C);
    const { code, err } = await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO);
    expect([code, err]).toEqual([1, '']);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount'])).toEqual(['11', '', '33']);
  });
  it('take precedence over --amount-is-receiver-amount', async () => {
    const at = folder({ 'in.csv': FILE });
    await migrate(at, 'in.csv', '--out', 'out');
    fill(join(at, TODO), { 2: '11', 3: 'x' });
    const flag = '--amount-is-receiver-amount';
    const { code, err } = await migrate(at, 'in.csv', '--out', 'out', flag, '--todo', TODO);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^in\.csv:3: receiverAmount: your answer was not taken/),
    ]);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount'])).toEqual(['11', '', '30']);
    expect(rowsOf(join(at, 'out/in.dropped.csv'))).toEqual([{ line: '2', field: 'amount', value: '10' }]);
  });
  it('are reported if they are refused, and the printed command works in every round', async () => {
    const at = folder({ 'in.csv': FILE });
    await migrate(at, 'in.csv', '--out', 'out');
    fill(join(at, TODO), { 2: '120,00', 3: '22', 4: '33' });
    let { out, err, code } = await migrate(at, 'in.csv', '--out', 'out', '--todo', TODO);
    for (const [sheet, typed] of [
      ['out/in.2.todo.csv', '1.300,00'],
      ['out/in.3.todo.csv', '130.00'],
    ] as const) {
      expect(code).toBe(1);
      expect(err).toMatch(
        /in\.csv:2: receiverAmount: your answer was not taken: "[\d.,]+" is not a plain amount above zero/,
      );
      fill(join(at, sheet), { 2: typed });
      const printed = /run this again with ((?:--todo \S+ ?)+)\./.exec(out.replace(/\s+/g, ' '))?.[1] ?? '';
      expect(printed).toContain(sheet);
      ({ out, err, code } = await migrate(at, 'in.csv', '--out', 'out', ...printed.split(' ')));
    }
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount'])).toEqual([
      '130.00',
      '22',
      '33',
    ]);
  });
  it('are kept in the output or in a todo file, whatever is typed in any number of rounds', async () => {
    const typed = fc.constantFrom('11', '12.50', '120,00', '-', '', '0', ' 7 ', "'9", '=1', '1e3');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(typed, typed, typed, fc.boolean()), { minLength: 1, maxLength: 3 }),
        async (rounds) => {
          const at = folder({ 'in.csv': FILE });
          const files: string[] = [];
          const known = new Map<string, string[]>();
          for (const [a, b, c, withTodo] of rounds) {
            await migrate(at, 'in.csv', '--out', 'out', ...files.flatMap((file) => ['--todo', file]));
            const next = TODOS.find((name) => existsSync(join(at, name)) && !files.includes(name));
            if (next === undefined) break;
            fill(join(at, next), { 2: a, 3: b, 4: c });
            known.set(
              next,
              rowsOf(join(at, next)).map(({ answer }) => answer ?? ''),
            );
            if (withTodo) files.push(next);
          }
          await migrate(at, 'in.csv', '--out', 'out', ...files.flatMap((file) => ['--todo', file]));
          const there = ['out/in.csv', ...TODOS]
            .filter((name) => existsSync(join(at, name)))
            .map((name) => readFileSync(join(at, name), 'utf8'))
            .join('\n');
          for (const one of [...known.values()].flat()) expect(there).toContain(one.trim().replace(/^'/, ''));
        },
      ),
      { numRuns: trials(20) },
    );
  });
});

describe('the input files of migrate', () => {
  it('may have a header in capitals', async () => {
    const at = folder({ 'in.csv': 'Reference,Destination.Currency,Amount\nA,GBP,10\n' });
    expect((await migrate(at, 'in.csv', '--out', 'out', '--amount-is-receiver-amount')).code).toBe(0);
    expect(readFileSync(join(at, 'out/in.csv'), 'utf8')).toBe(
      'reference,destination.currency,receiverAmount\nA,GBP,10\n',
    );
  });
  it.each([
    ['in.csv', 'supplier,iban\nX,DE1\n'],
    ['in.json', '[{"supplier": "X"}]'],
  ])('are unusable without any known field: %s', async (name, text) => {
    const at = folder({ [name]: text });
    const { code, err } = await migrate(at, name, '--out', 'out');
    expect(code).toBe(2);
    expect(err).toContain('no field of payouts or customers was found');
    expect(existsSync(join(at, 'out', name))).toBe(false);
    const json = await migrate(at, name, '--out', 'out', '--kind', 'customers', '--json');
    const message = expect.stringMatching(/no field of customers was found.*check --kind/) as string;
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: 'header', message }, exitCode: 2 });
  });
  it.each([
    [['g'], 'out', ['g/c.csv', 'g/c.json', 'out/c.dropped.csv']],
    [['g/a/x.csv', 'g/b/X.csv'], 'out', ['g/a/x.csv', 'g/b/X.csv', 'out/X.csv']],
    [['g/a', 'g/b'], 'out', ['g/a/x.csv', 'g/b/X.csv', 'out/X.csv']],
    [['g/a/x.csv', 'h/x.csv'], 'linked', ['g/a/x.csv', 'h/x.csv', 'linked/x.csv']],
  ])(
    'are refused, before anything is written, if two inputs need the same output: %j to %s',
    async (inputs, out, said) => {
      const json = '[{"reference": "A", "destination": {"currency": "GBP"}, "amount": 1}]';
      const files = {
        'g/c.csv': FILE,
        'g/c.json': json,
        'g/a/x.csv': FILE,
        'g/b/X.csv': FILE,
        'h/x.csv': FILE,
      };
      const at = folder(files);
      symlinkSync('h', join(at, 'linked'));
      const { code, err } = await migrate(at, ...inputs, '--out', out);
      expect(code).toBe(2);
      for (const part of said) expect(err).toContain(part);
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(existsSync(join(at, 'out'))).toBe(false);
      expect(readdirSync(join(at, 'h'))).toEqual(['x.csv']);
    },
  );
  it('include documents, which never replace those of another input', async () => {
    const text = 'reference,destination.currency,receiverAmount,documents\nA,GBP,10,d/in.pdf\n';
    const files = {
      'a/x.csv': text,
      'a/x2.csv': text,
      'a/d/in.pdf': 'a',
      'b/y.csv': text,
      'b/d/in.pdf': 'b',
    };
    const at = folder(files);
    const { code, err } = await migrate(at, 'a', 'b', '--out', 'out');
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/out\/d\/in\.pdf: another document of this name is here/),
    ]);
    expect(readFileSync(join(at, 'out/d/in.pdf'), 'utf8')).toBe('a');
    expect(readdirSync(join(at, 'out')).filter((name) => name.startsWith('y'))).toEqual([]);
    expect((await migrate(at, 'b', '--out', 'b-out')).code).not.toBe(2);
  });
  it('are not overwritten through a link, and may be named twice', async () => {
    const at = folder({ 'h/x.csv': FILE });
    symlinkSync('h', join(at, 'linked'));
    expect((await migrate(at, 'h', 'h/x.csv', '--out', 'linked')).code).toBe(1);
    expect(readFileSync(join(at, 'h/x.csv'), 'utf8')).toBe(FILE);
    expect(existsSync(join(at, 'h/x.migrated.csv'))).toBe(true);
  });
  it('are refused, as by check, if they were cut short inside the last row', async () => {
    const cut = 'reference,destination.currency,receiverAmount,memo\nA,GBP,10,x\nB,GBP';
    const at = folder({ 'in.csv': cut, 'whole.csv': `${cut},2,x` });
    const message = /in\.csv:3: the file ends in this row, without a line break, .*: it was cut short/;
    for (const args of [
      ['check', join(at, 'in.csv')],
      ['migrate', 'in.csv', '--out', 'out'],
    ])
      expect(await command(at, args)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
    expect(readdirSync(join(at, 'out'))).toEqual([]);
    expect((await migrate(at, 'whole.csv', '--out', 'out')).code).toBe(0);
  });
  it.each(['sep=;\nreference;amount\n', '"sep=,"\nreference,amount\n', 'SEP=\t\nreference\tamount\n'])(
    'are refused, as by check, if they have a line for spreadsheets: %j',
    async (text) => {
      const at = folder({ 'in.csv': text });
      const { code, err } = await migrate(at, 'in.csv', '--out', 'out');
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(
          /in\.csv:1:1: this line tells spreadsheets .* delete it, or skip it in an import profile/,
        ),
      ]);
    },
  );
  it('include those in subfolders, which keep their relative paths', async () => {
    const at = folder({ 'data/in.csv': FILE, 'data/sub/in.csv': FILE, 'data/.git/in.csv': FILE });
    await migrate(at, 'data', '--out', 'data/out', '--amount-is-receiver-amount');
    expect(existsSync(join(at, 'data/out/in.csv'))).toBe(true);
    expect(existsSync(join(at, 'data/out/sub/in.csv'))).toBe(true);
    expect((await migrate(at, 'data', '--out', 'data/out', '--amount-is-receiver-amount')).out).not.toContain(
      '.git',
    );
  });
});
