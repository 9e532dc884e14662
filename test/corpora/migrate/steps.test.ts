// Each migration step has a folder of cases: an input and the expected output. Only UPDATE_GOLDENS=1 rewrites the
// expected files. Read the difference before you commit it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Big from 'big.js';
import { describe, expect, it } from 'vitest';

import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { STEPS } from '../../../src/migrate/record.ts';
import type { Step } from '../../../src/migrate/step.ts';
import { migrateAmount } from '../../../src/migrate/steps/amount.ts';
import { migrateBreakdown, rangeOf } from '../../../src/migrate/steps/breakdown.ts';
import { migrateDocumentTypes } from '../../../src/migrate/steps/document-types.ts';
import { migrateDocuments } from '../../../src/migrate/steps/documents.ts';
import { migrateIntroducedFields } from '../../../src/migrate/steps/introduced-fields.ts';
import { migrateRemovedFields, migrateUnclearFields } from '../../../src/migrate/steps/removed-fields.ts';
import { ROOT } from '../../kit/cli.ts';
import { say } from '../../kit/words.ts';

const CASES = join(ROOT, 'test/corpora/migrate/cases');
const BY_FOLDER: Readonly<Record<string, Step>> = {
  amount: migrateAmount,
  documents: migrateDocuments,
  'removed-fields': migrateRemovedFields,
  breakdown: migrateBreakdown,
  'unclear-fields': migrateUnclearFields,
  'document-types': migrateDocumentTypes,
  'introduced-fields': migrateIntroducedFields,
};

interface Input {
  readonly settings: { readonly amountIsReceiverAmount?: boolean; readonly shape?: 'csv' | 'json' };
  readonly fields: Record<string, unknown>;
}

function play(step: Step, { settings, fields }: Input): object {
  const change = step(new Map(Object.entries(fields)), {
    shape: 'csv',
    amountIsReceiverAmount: false,
    profile: DEFAULT_PROFILE,
    ...settings,
  });
  return {
    fields: Object.fromEntries(change.fields),
    dropped: change.dropped ?? [],
    todo: (change.todo ?? []).map((one) => ({ ...one, why: say(one.why) })),
    files: (change.files ?? []).map(({ path, bytes }) => ({ path, bytes: bytes.toString('base64') })),
  };
}

describe.each(Object.entries(BY_FOLDER))('the migration step %s', (folder, step) => {
  const names = readdirSync(join(CASES, folder)).filter((name) => name.endsWith('.input.json'));
  it.each(names)('changes the record as expected: %s', (name) => {
    const input = JSON.parse(readFileSync(join(CASES, folder, name), 'utf8')) as Input;
    const expected = join(CASES, folder, name.replace('.input.', '.expected.'));
    const result = play(step, input);
    if (process.env['UPDATE_GOLDENS'] === '1')
      writeFileSync(expected, `${JSON.stringify(result, null, 2)}\n`);
    expect(result).toEqual(JSON.parse(readFileSync(expected, 'utf8')));
  });
});

describe('the migration steps', () => {
  it('have a folder each', () => {
    expect(
      Object.values(STEPS)
        .flat()
        .every((step) => Object.values(BY_FOLDER).includes(step)),
    ).toBe(true);
    expect(readdirSync(CASES).sort()).toEqual(Object.keys(BY_FOLDER).sort());
  });
  it.each([
    ['1', 'Range1To15'],
    ['15', 'Range1To15'],
    ['16', undefined],
    ['30', 'Range30To50'],
    ['50', 'Range30To50'],
    ['50.5', undefined],
    ['0', undefined],
  ])('put a count of %s into the range %s', (count, range) =>
    expect(rangeOf(new Big(count), ['Range1To15', 'Range30To50', 'Usd1'])).toBe(range),
  );
});
