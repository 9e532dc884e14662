// lint: deprecated uses in data and code.
import { type ArgsOf, command, hidden } from '../../command.ts';
import { COMMON, CSV } from '../../flags.ts';

const CACHE = {
  'no-cache': { type: 'boolean', does: 'Read every file again, whatever the cache has' },
} as const;

export const lint = command({
  name: 'lint',
  does: 'Find deprecated fields, document types and calls in data and source code',
  group: 'Migration',
  manual: 'lint-guide',
  words: {
    paths: {
      type: 'list',
      path: 'tree',
      standardInput: true,
      does: 'Files and folders; - for standard input',
    },
  },
  flags: {
    rule: { type: 'list', values: 'rules', value: 'ID', does: 'Look for this rule only; repeatable' },
    rules: { type: 'boolean', does: 'List the rules' },
    'as-of': { type: 'string', value: 'DATE', does: 'Judge as of this day', default: 'today' },
    cutoff: {
      type: 'string',
      value: 'DATE',
      does: 'The last day of the earlier forms',
      default: '30 October of cutoffYear in the profile',
    },
    'fail-on': {
      type: 'choice',
      of: ['error', 'warning', 'never'],
      does: 'The lowest severity that gives exit code 1',
      default: 'warning',
    },
    'min-confidence': {
      type: 'choice',
      of: ['high', 'medium', 'low'],
      does: 'Hide findings below this confidence',
      default: 'medium',
    },
    fix: { type: 'boolean', does: 'Apply the safe fixes (current-tenant paths)' },
    'fix-dry-run': { type: 'boolean', does: 'Show what --fix would change' },
    baseline: { type: 'string', path: 'small', value: 'FILE', does: 'Leave out the findings of this file' },
    'write-baseline': {
      type: 'string',
      path: 'written',
      value: 'FILE',
      does: 'Write all findings to this file, for --baseline',
    },
    observed: {
      type: 'list',
      path: 'small',
      value: 'FILE',
      does: 'A HAR file or access log: count how often each use was seen; repeatable',
    },
    'stdin-filename': { type: 'string', value: 'NAME', does: 'The name of what is read from standard input' },
    map: { ...CSV.map, group: 'Flags' },
    ...hidden(CACHE),
    format: {
      type: 'choice',
      of: ['text', 'json', 'sarif', 'github', 'csv', 'markdown'],
      does: 'The form of the report',
      default: 'text',
      group: 'Output and monitoring',
    },
    explain: { type: 'boolean', does: 'Print the reason for each finding', group: 'Output and monitoring' },
    ...COMMON,
  },
  examples: [
    { line: 'lint samples/lint', does: 'Every use of what ends on 30 October 2026' },
    { line: 'lint samples/lint --format sarif --fail-on never', does: 'For a code scanning service' },
  ],
});

export type LintArgs = ArgsOf<typeof lint>;
