// Tests and mocks at the end of --fix: which were changed, and which name a path whose call was. Pure.
import { plainPath } from '../../files/plain.ts';
import type { Finding, Report } from '../../lint/model/finding.ts';
import { isTestFile } from '../../lint/model/tests.ts';

/** Places within a sentence. */
const MAX_NAMED = 8;

interface Tested {
  readonly gone: readonly Finding[];
  readonly left: readonly Finding[];
  /** What tests name, whatever is told of it. */
  readonly held: Report['held'];
  readonly dry: boolean;
}

interface Place {
  readonly path: string;
  readonly line: number;
}

/** A test and what it tests name one path: where one of them is left, which. */
export function testedText({ gone, left, held, dry }: Tested): string {
  const changed = gone.filter(isTest);
  const calls = gone.filter((one) => !isTest(one));
  const done = new Set(changed.map(placeText));
  const tails = new Set(calls.map(({ field }) => tailOf(field)));
  const kept = unique([
    ...(calls.length > 0 ? left.filter(isTest) : []),
    ...held.filter(({ tail }) => isOf(tailOf(tail), tails)),
  ]).filter((one) => !done.has(placeText(one)));
  const see = left.some((one) => !isTest(one)) ? '. See what they call, too.' : '.';
  const lines = [
    ...(changed.length > 0
      ? [`${dry ? 'Would be changed' : 'Changed'} in tests and mocks: ${placesText(unique(changed))}${see}`]
      : []),
    ...(kept.length > 0
      ? [`Left in tests and mocks: ${placesText(kept)}. See what they expect of the changed calls.`]
      : []),
  ];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const isTest = ({ path }: Finding): boolean => isTestFile(path);

/** From the name on, without parameters. Bounded: parts of 40 characters. */
const tailOf = (path: string): string => /current-tenant((?:\/[a-z-]{1,40}){0,2})/.exec(path)?.[1] ?? '';

/** Of a changed path, or of what is put together from one. */
const isOf = (tail: string, tails: ReadonlySet<string>): boolean =>
  [...tails].some((one) => tail === one || tail.startsWith(`${one}/`));

const placeText = ({ path, line }: Place): string => `${plainPath(path)}:${line}`;

function unique(all: readonly Place[]): Place[] {
  const seen = new Map(all.map((one) => [placeText(one), one]));
  return [...seen.values()];
}

function placesText(all: readonly Place[]): string {
  const places = all.slice(0, MAX_NAMED).map(placeText);
  const more = all.length - places.length;
  return places.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
