// Sentences for people are plain English (CONTRIBUTING.md). Help, manual, README, messages and comments must not have
// these phrases. Add a phrase when somebody had to read it twice.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { commandHelp, overview } from '../../src/cli/help-text.ts';
import { pageOf, topicNames } from '../../src/cli/manual.ts';
import { ROOT } from '../kit/cli.ts';

/** Each phrase with what to write instead. */
const RULED_OUT: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(?:is|are|was|were) told\b(?! to)/, 'prints, reports, names'],
  [/\bbeside `?--/, 'with'],
  [/\b(?:go|goes|going|gone) on with\b/, 'continue with'],
  [/\bunder way\b/, 'in progress'],
  [/\bheeded\b/, 'used, ignored'],
  [/\bspeaks? (?:of|against|for)\b/, 'is about, contradicts'],
  [/\bbears?\b/, 'has'],
  [/\bnobody knows yet\b/, 'the outcome is unknown'],
  [/\bwithout a word\b/, 'without a message'],
  [/\ba word (?:about|on)\b/, 'a resolution, a warning'],
  [/\bthe no\b(?! more)/, 'the rejection'],
  [/\bof (?:its|their|one's) own\b/, 'separate, new'],
  [/\bstands? (?:in|with|beside|for)\b/, 'is in'],
  [/\bgoes by\b/, 'is called'],
  [/\bfor want of\b/, 'for lack of'],
  [/\bby itself alone\b/, 'by itself'],
  [/\bwhat is up\b|\bthat is up\b/, 'expired'],
  [/\bcan't be told\b/, 'cannot be known'],
  [/\brivals?\b|\blook-?alikes?\b/, 'possible duplicate'],
  [/\b(?:canary|purse|testimony|witness)\b/, 'probe, wallet, evidence'],
  [/\bthe service answer(?:s|ed)\b/, 'the service responded'],
  [/\bheld against\b/, 'compared with'],
  [
    /(?<!\b[Tt]here )\b(?:is|are|was|were) no\b(?! (?:longer|more|contradiction|evidence|reason)\b)/,
    'is not a',
  ],
];

/** More phrases, for comments only. The linter and reconcile have some of these words as data. */
const IN_COMMENTS: typeof RULED_OUT = [
  ...RULED_OUT,
  [/\b(?:stands?|stood)\b/, 'is'],
  [/(?<!`)\bbeside\b/, 'next to, with'],
  [/\btold\b/, 'reported, recognized'],
  [/\bfor what (?:is|was|may|can)\b/, 'if it is'],
];

/** The rooms whose messages and comments are checked. */
const ROOMS = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'manual' ? [entry.name] : [],
);

function found(text: string, ruledOut = RULED_OUT): string[] {
  return ruledOut.flatMap(([phrase, instead]) => {
    const at = phrase.exec(text);
    return at ? [`"${text.slice(Math.max(0, at.index - 40), at.index + 60)}" (instead: ${instead})`] : [];
  });
}

/** The string literals of a source that are sentences, without the code in them. */
function sentencesOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest));
  return texts.filter((text) => /[a-z] [a-z]/.test(text));
}

it.each(['README.md', 'CHANGELOG.md', 'SECURITY.md', 'src/README.md', 'src/DECISIONS.md'])(
  '%s has no phrase that is ruled out',
  (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    // Of the changelog, only the unreleased part.
    expect(
      text
        .split('\n## 0.1.0')[0]
        ?.split('\n')
        .flatMap((line) => found(line)),
    ).toEqual([]);
  },
);

it.each(topicNames())('the manual page %s has no phrase that is ruled out', (name) => {
  expect(
    pageOf(name)
      .split('\n')
      .flatMap((line) => found(line)),
  ).toEqual([]);
});

it('help has no phrase that is ruled out', () => {
  const all = [overview(COMMANDS, 100), ...COMMANDS.map((command) => commandHelp(command, 100))];
  expect(all.flatMap((text) => text.split('\n')).flatMap((line) => found(line))).toEqual([]);
});

/** The comments of a source, each on one line. */
const commentsOf = (source: string): string[] =>
  [...source.matchAll(/(?:^[ \t]*\/\/ .*\n?)+|\/\*\*[^]*?\*\//gm)].map(([text]) =>
    text.replaceAll(/\s*\n\s*(?:\/\/|\*)/g, ''),
  );

it.each(ROOMS)('the messages and comments of %s have no phrase that is ruled out', (room) => {
  const folder = join(ROOT, 'src', room);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const wrong = files.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    const messages = sentencesOf(source).flatMap((text) => found(text));
    const comments = commentsOf(source).flatMap((text) => found(text, IN_COMMENTS));
    return [...messages, ...comments].map((one) => `${file}: ${one}`);
  });
  expect(wrong).toEqual([]);
});

it('the search finds a ruled-out phrase in a text, in a string literal and in a comment', () => {
  expect(found('The row is told, and not changed')).toHaveLength(1);
  expect(
    sentencesOf("const a = `${name} goes on with ${what}`; f('is ' + 'b');").flatMap((text) => found(text)),
  ).toHaveLength(1);
  expect(
    commentsOf('  // The row\n  // stands here.\n/** A text\n * beside it. */').flatMap((text) =>
      found(text, IN_COMMENTS),
    ),
  ).toHaveLength(2);
});
