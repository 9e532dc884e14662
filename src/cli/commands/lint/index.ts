// lint: deprecated uses in data and code.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, CSV } from '../../flags.ts';

export const lint = command({
  name: 'lint',
  does: 'find deprecated fields, document types and calls in data and source code',
  words: {
    paths: {
      type: 'list',
      path: 'tree',
      standardInput: true,
      does: 'files and folders; - for standard input',
    },
  },
  flags: {
    format: {
      type: 'choice',
      of: ['text', 'json', 'sarif', 'github', 'csv', 'markdown'],
      does: 'form of the report',
    },
    'as-of': { type: 'string', does: 'the day it is (today)' },
    cutoff: {
      type: 'string',
      does: 'the last day of the earlier forms (30 October 2026; the year is cutoffYear of the profile)',
    },
    'fail-on': {
      type: 'choice',
      of: ['error', 'warning', 'never'],
      does: 'what makes exit code 1 (warning)',
    },
    'min-confidence': {
      type: 'choice',
      of: ['high', 'medium', 'low'],
      does: 'leave out what is less sure (medium)',
    },
    rule: { type: 'list', values: 'rules', does: 'look for this rule alone; repeatable' },
    explain: { type: 'boolean', does: 'say why each finding was made' },
    fix: { type: 'boolean', does: 'apply the safe fixes (current-tenant paths)' },
    'fix-dry-run': { type: 'boolean', does: 'show what --fix would change' },
    baseline: { type: 'string', path: 'small', does: 'findings that are known and left for later' },
    'write-baseline': { type: 'string', path: 'written', does: 'write all findings to this file as known' },
    observed: {
      type: 'list',
      path: 'small',
      does: 'HAR or access log: how often each deprecated use was seen; repeatable',
    },
    map: CSV.map,
    'stdin-filename': { type: 'string', does: 'the name for what comes from standard input ("-")' },
    'no-cache': {
      type: 'boolean',
      does: 'look at every file, whatever an earlier run knows of it ($XDG_CACHE_HOME/paybatch)',
    },
    rules: { type: 'boolean', does: 'list the rules' },
    ...COMMON,
  },
  examples: [
    { line: 'lint samples/lint', does: 'every use of what ended on 30 October 2026' },
    { line: 'lint samples/lint --format sarif --fail-on never', does: 'for a code scanning service' },
    { line: 'lint --rules', does: 'what is looked for' },
  ],
});

export type LintArgs = ArgsOf<typeof lint>;
