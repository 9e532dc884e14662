// Each sentence of what SECURITY.md promises has a test that would fail without it. A sentence that is new or worded anew is
// found here, and so is a test that was renamed, skipped or taken out.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { configSchema } from '../../src/cli/config-schema.ts';
import { SETTINGS } from '../../src/cli/settings-table.ts';
import { ROOT } from '../kit/cli.ts';

/** Titles as they stand in the file; of a table of cases, one of them. */
type Proof = readonly [file: string, title: string, ...more: string[]];
const HERE = 'laws/security';

/** How each sentence begins, and its tests by file and title. */
const PROOFS: readonly (readonly [beginning: string, ...proofs: Proof[]])[] = [
  [
    'A payout is sent at most once',
    [
      'crash/kill',
      '%s, time %i',
      'kills at random moments, over',
      'on one file: the second takes no row of the first',
    ],
    ['crash/between-runs', 'never pays a row twice: ${TRIALS} random pairs'],
    ['hosts/chaos', 'leaves its rows to others within 30 seconds'],
  ],
  [
    'What may have been sent and was never answered',
    ['crash/kill', 'a row in doubt is settled by hand, and then sent or not'],
    ['unit/client/decision', 'decides every status, and never repeats one that may have been processed'],
  ],
  [
    'The exact bytes are in the ledger',
    ['unit/ledger/ledger', 'keeps the exact body, its hash, the idempotency header and the whole answer'],
    ['unit/ledger/killed', 'leaves one row in doubt, and everything that it paid'],
  ],
  [
    "It can't make paybatch read or write outside",
    [
      'slow/migrate/hostile',
      'write no file and forge no line',
      'is copied: a link out of the input folder is left where it is',
    ],
    ['unit/batch/parts', "['up/secret.txt', /outside/]"],
    ['slow/stories/output-file', 'refuses links and what is something else; takes the place of its own'],
  ],
  [
    'Documents, and whatever `migrate` writes',
    ['slow/migrate/hostile', 'is written: %s', 'is copied: a link out of the input folder is left where it is'],
  ],
  [
    'Its keys and headers are data',
    ['slow/limits/foreign-keys-in-files', 'as an extension, and in a file: %s', 'as a field of a single call'],
    ['slow/migrate/hostile', 'come back as they went in, whatever they are called'],
  ],
  [
    'Its text is not run',
    ['unit/csv/write', 'begins no cell with a formula, whichever separator a spreadsheet takes'],
    ['slow/migrate/hostile', 'run nothing from the dropped and todo files, and answers come back as they were'],
    ['slow/browser/page', 'runs nothing that a row says, asks for nothing, and shows it as it stands there'],
    [
      'unit/audit/audit',
      'has no script, asks for nothing, and shows what files hold and are called as it stands there',
    ],
  ],
  [
    "A file that isn't what it claims",
    ['unit/csv/records', 'a quote never closed', 'Windows-1252'],
    ['slow/migrate/hostile', 'of a JSON file that are not UTF-8 are refused with their line, not replaced'],
    ['slow/limits/nesting', 'JSON nested 150,000 levels'],
  ],
  [
    "It can't steer your terminal or your build",
    ['slow/limits/foreign-text', 'settings', 'answers', 'lets through what is ours, and loses nothing of JSON'],
    ['unit/files/plain', 'lets nothing through, whatever it is given'],
  ],
  [
    "It can't stop the clock",
    ['slow/linear/lint-everywhere', 'time grows with size, in every type of file'],
    ['slow/linear/migrate', 'time grows with size'],
    ['slow/linear/audit', 'time grows with size'],
  ],
  [
    'Each regular expression is checked',
    [
      'slow/expressions/expressions',
      'take linear time, or say what bounds their input',
      'whose input is bounded take next to nothing at their bound',
    ],
  ],
  ['A device, a folder or a pipe', ['slow/limits/paths', 'it.each(LIST)']],
  [
    'Small files (config, map',
    [
      'slow/limits/settings-files',
      'a pipe that is filled is read, and one that is not is given up',
      'each kind has the limit that is promised',
    ],
  ],
  [
    "An answer can't make a payout be sent twice",
    ['unit/client/decision', 'decides every status, and never repeats one that may have been processed'],
    ['slow/limits/message', 'of %s'],
  ],
  [
    'A redirect is never followed',
    ['unit/batch/run', "'redirect'"],
    ['slow/stories/watch', 'changes nothing when it goes wrong: %s'],
  ],
  [
    'An id that is missing',
    ['unit/batch/sending', 'an id that another row has: the row is in doubt'],
    ['unit/client/verdict', 'is none when it is %s'],
  ],
  [
    'Addresses have to be https',
    ['stories/settings', 'that nobody checks are refused, loopback aside'],
    ['unit/client/client', 'halts on a certificate that nobody signed, before a byte is sent'],
  ],
  ['An answer has at most a million bytes', ['slow/limits/message', 'an acceptance of 5 MB']],
  ['An id is visible ASCII', ['unit/client/verdict', 'is none when it is %s', "'x'.repeat(201)"]],
  ['What a row says in the results is cut', ['slow/limits/message', 'of 20,000 mistakes']],
  [
    'Secrets that an answer echoes',
    ['unit/client/redact', 'does not come back as %s'],
    ['slow/stories/disguised-leaks', 'no disguise of a secret is in any file or word'],
  ],
  [
    'The answer to a request for a token',
    ['unit/client/parts', 'the token answer'],
    ['stories/api', 'of the token operation never shows the token'],
  ],
  [
    'Ledger, results, retry files',
    [
      'unit/batch/run',
      'results, retry file and ledger are for their owner only; the retry file holds the untouched rows',
    ],
    [
      'unit/ledger/ledger',
      'is readable by its owner only, in a folder of its own, with its log, its mark and its locks',
    ],
    ['slow/migrate/hostile', "files are their owner's alone, whatever the umask and the source"],
  ],
  [
    'Credentials and passphrases are never taken from flags',
    [HERE, 'no flag takes a secret, and no key of a config file'],
    ['unit/approval/keys', 'takes the passphrase from a file or a terminal, and from nowhere else'],
  ],
  [
    'The addresses of `--notify` and `--ping`',
    ['slow/stories/watch', 'shows the host of an address that is a secret'],
  ],
  [
    'The sandbox and the proxy listen on loopback only',
    [
      'unit/sandbox/callers',
      'is one of those that are tried here',
      'a proxy',
      'a sandbox, and one that refused for a while',
    ],
  ],
  [
    "`rehearse` hands its command a sandbox's credentials",
    ['slow/stories/rehearse', 'hands over nothing that is real: no secret, no ledger'],
  ],
  [
    'Of your own it takes every',
    [
      'slow/stories/rehearse',
      'hands over nothing that is real: no secret, no ledger',
      'a config file beside the command says nothing of the real service',
    ],
  ],
  [
    'Where `requireApproval` is set',
    [
      'unit/approval/plans',
      'with %s is refused, and nothing is sent',
      'is refused for another environment and another ledger',
      'documents that were changed are another batch',
      'makes a run, a transfer and a trade without a plan impossible, and nothing else',
    ],
    ['unit/approval/adversary', 'pays each row once'],
    ['slow/duplicates/put-back', 'is refused although the ledger has grown past it'],
    ['unit/approval/every-member', 'is found by the run, unless its maker may choose it'],
  ],
  [
    'A rejection is kept in the plan',
    [
      'slow/approval/evidence-of-plans',
      'that is cut out of the plan by hand still ends it: the ledger knows of it',
      'says where it is not known: made without the ledger, or beside another one',
    ],
  ],
  [
    '`approve` says which of the two',
    [
      'slow/approval/evidence-of-plans',
      'says where it is not known: made without the ledger, or beside another one',
    ],
  ],
  [
    'No secret, no token, no document',
    ['stories/leaks', 'no secret is in any file or word'],
    ['slow/stories/disguised-leaks', 'no disguise of a secret is in any file or word'],
  ],
  ["The linter's formats show", ['unit/lint/lint', 'none of them shows Base64 or a value']],
];

/** What stands there so that nobody takes more for promised than is. */
const LIMITS: readonly string[] = [
  'One that comes back in pieces',
  "It doesn't hold against whoever can change",
  'Two people are told apart by their names alone',
  "The config is the approvers' to protect",
  "The library's `runFile` knows of no approvals",
  'So the credentials belong to the account',
];

function promised(): string[] {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  const section = text.slice(text.indexOf('## What is promised'), text.indexOf('## What is not promised'));
  return section
    .split(/\n\s*\n|\n(?=- )/)
    .map((block) => block.replaceAll(/\s+/g, ' ').trim())
    .filter((block) => !block.startsWith('## '))
    .flatMap((block) =>
      block
        .replace(/^- /, '')
        .replace(/^\*\*[^*]+\*\*\s*(\([^)]*\))?\s*/, '')
        .split(/(?<=\.)\s+(?=[A-Z`])/),
    )
    .filter((sentence) => sentence !== '');
}

/** By its title; one that is skipped is none. */
function hasTest(file: string, title: string): boolean {
  const path = join(ROOT, 'test', `${file}.test.ts`);
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8');
  const at = text.indexOf(title);
  const line = text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at));
  return at >= 0 && !/\.(skip|todo|fails)\b/.test(line);
}

describe('what SECURITY.md promises', () => {
  const sentences = promised();
  it.each(sentences)('%s', (sentence) => {
    if (LIMITS.some((one) => sentence.startsWith(one))) return;
    const [own, ...more] = PROOFS.filter(([beginning]) => sentence.startsWith(beginning));
    expect({ sentence, own, more }).toEqual({ sentence, own: expect.anything() as unknown, more: [] });
    const [, ...proofs] = own ?? [''];
    expect(proofs).not.toEqual([]);
    for (const [file, ...titles] of proofs)
      for (const title of titles)
        expect({ file, title, there: hasTest(file, title) }).toEqual({ file, title, there: true });
  });
  it('has a sentence for each of them', () => {
    const stale = [...PROOFS.map(([beginning]) => beginning), ...LIMITS].filter(
      (beginning) => !sentences.some((one) => one.startsWith(beginning)),
    );
    expect(stale).toEqual([]);
  });
});

it('no flag takes a secret, and no key of a config file', () => {
  const SECRET = /secret|password|passphrase|token|credential|api-?key/i;
  const flags = COMMANDS.flatMap(({ command }) =>
    Object.keys(command.flags).map((name) => `${command.name} --${name}`),
  );
  expect(flags.filter((one) => SECRET.test(one))).toEqual(['sandbox --token-lifetime']);
  const secrets = SETTINGS.filter((one) => 'secret' in one);
  expect(secrets.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['apiKey', 'apiSecret', 'ledgerPassword']),
  );
  for (const { name, flag } of secrets) {
    expect({ name, flag }).toEqual({ name, flag: null });
    expect({ name, taken: configSchema.safeParse({ [name]: 'x' }).success }).toEqual({ name, taken: false });
  }
});
