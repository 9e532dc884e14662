// What --fix leaves: where, why, and what there is to do about it. Pure.
import { plain, plainPath } from '../../files/plain.ts';
import type { Fixed } from '../../lint/fix/fix.ts';
import type { Finding, Report } from '../../lint/model/finding.ts';
import { type LeftKind, leftKind } from '../../lint/model/left-kind.ts';
import { CONFIG_NAME } from '../config-name.ts';
import { inWords } from './in-words.ts';
import { testedText } from './tested-paths.ts';

export interface Leaving {
  /** What was found before anything was fixed, each as --fix would have it. */
  readonly findings: readonly Finding[];
  readonly held: Report['held'];
  /** Less sure than what is asked for. */
  readonly unshown: readonly Finding[];
  readonly fixed: readonly Fixed[];
  readonly dry: boolean;
  /** The command that shows all reasons. */
  readonly explain: string;
}

const MAX_PLACES = 50;
/** Places and names within a sentence. */
const MAX_NAMED = 3;

/** What to do about places, and below it a line a place, each in one piece. Empty where there is nothing to tell. */
export function leftText(leaving: Leaving): string {
  const { findings, held, unshown, fixed, dry, explain } = leaving;
  const gone = new Set(fixed.flatMap((one) => one.gone));
  const whole = new Set(fixed.filter(({ left }) => left !== undefined).map(({ path }) => path));
  const rest = findings.filter((one) => !gone.has(one));
  const paths = rest.filter((one) => isPath(one) && !whole.has(one.path));
  const tested = testedText({ gone: [...gone], left: rest.filter(isPath), held, dry });
  const hidden = hiddenText(unshown.filter(isPath).length);
  if (paths.length === 0) return hidden + tested;
  const others = rest.filter((one) => !isPath(one) && !whole.has(one.path)).length;
  const told = rest.length - paths.length - others;
  const parts = [
    ...(told > 0 ? [`${told} in files that are named above`] : []),
    ...(others > 0 ? [`${others} of other rules, which take a decision`] : []),
    `${inWords(paths.length, 'current-tenant path')}:`,
  ];
  const groups = adviceOn(paths);
  // What has to be done first is told of first, and nothing of it is cut.
  let room = MAX_PLACES;
  const lines = groups.flatMap(({ step, places }) => {
    const named = places.slice(0, room);
    room -= named.length;
    const texts = named.map(
      ({ path, line, left }) => `  ${plainPath(path)}:${line}: ${plain(left ?? 'it is found anew')}`,
    );
    return [step.replace(/\.$/, ':'), ...texts];
  });
  const more = paths.length - MAX_PLACES;
  return [
    `--fix leaves ${parts.join(', and ')}`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more, with each reason: ${explain}`] : []),
    hidden + tested,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

const hiddenText = (count: number): string =>
  count === 0
    ? ''
    : `${inWords(count, 'current-tenant path')} less sure ${count === 1 ? 'is' : 'are'} not shown, and left: see --min-confidence low\n`;

const isPath = ({ rule }: Finding): boolean => rule === 'current-tenant-endpoint';

/** As the reasons name them: an address, and what a path is called on. */
const AT = /called at ([\w-]{1,63}(?:\.[\w-]{1,63}){1,5})(?![\w.(-])(?!, which)/;
const ON = /called on ([\w.$-]{1,80})/;
const LOCAL = /^(?:127\.|0\.0\.0\.0)|\.localhost$/;

const IGNORE = 'paybatch-ignore current-tenant-endpoint -- REASON';
const BY_HAND = `change it by hand if it is of this service, or put ${IGNORE} beside it.`;
/** What to do, by the kind of the reason, in this order; those of which none says more have one line together. */
const STEPS: Readonly<Partial<Record<LeftKind, string>>> = {
  let: 'This lets the earlier path through: let /api/v1/developer through as well, before the changed calls go out.',
  ignored: 'Beside a paybatch-ignore: give it its rule and a reason, or take it away and run --fix again.',
  route: `A route, or a list of them: of your own it stays as it is (${IGNORE} on its line).`,
  own: `A call of your own server stays as it is (${IGNORE} on its line).`,
  machine: `At this machine: ${BY_HAND}`,
  copied:
    "Others' code: take the release of it that has the new path, or change it by hand where it is yours.",
  made: 'What a program makes: change what it is made from, and make it again.',
  half: 'What a test, a fake or a comparison holds: change it by hand where its call is changed.',
  replayed: 'What a test has recorded: record it anew once its call is changed.',
  beside: 'Beside its new path: take the earlier one out by hand, once nobody needs it.',
  meant: 'Where the earlier one is meant: see whether it still is after the last day.',
};
/** Of these there is nothing to do. */
const DONE: ReadonlySet<LeftKind> = new Set<LeftKind>(['record', 'file']);

interface Group {
  readonly step: string;
  readonly places: readonly Finding[];
}

/** Each place once, with those of which the same is to be done; first what changed calls wait for. */
function adviceOn(paths: readonly Finding[]): Group[] {
  const byGroup = new Map<string, Finding[]>();
  for (const one of paths) {
    const group = groupOf(one.left ?? '');
    byGroup.set(group, [...(byGroup.get(group) ?? []), one]);
  }
  const order = new Set(['let', 'host', 'client', ...Object.keys(STEPS), 'open', 'done']);
  return [...order].flatMap((group) => {
    const places = byGroup.get(group);
    return places ? [{ step: stepOf(group, places), places }] : [];
  });
}

function groupOf(left: string): string {
  const kind = leftKind(left);
  if (STEPS[kind] !== undefined) return kind;
  if (DONE.has(kind)) return 'done';
  if (named([left], AT).some((host) => !LOCAL.test(host))) return 'host';
  return named([left], ON).length > 0 ? 'client' : 'open';
}

function stepOf(group: string, places: readonly Finding[]): string {
  const reasons = places.map(({ left }) => left ?? '');
  if (group === 'host')
    return `If ${orText(named(reasons, AT))} is the service's address, add it to lint.hosts in ${CONFIG_NAME}, with all others that the service has, and run --fix again.`;
  if (group === 'client')
    return `If ${orText(named(reasons, ON))} calls the service, add it to lint.clients in ${CONFIG_NAME}, and run --fix again.`;
  if (group === 'open') return `For another reason: ${BY_HAND}`;
  return STEPS[group as LeftKind] ?? 'Nothing to do here.'; // a kind, or what is done
}

const named = (reasons: readonly string[], by: RegExp): string[] => [
  ...new Set(reasons.flatMap((reason) => by.exec(reason)?.[1] ?? [])),
];

const orText = (names: readonly string[]): string =>
  names
    .slice(0, MAX_NAMED)
    .map((name) => plain(name))
    .join(' or ') + (names.length > MAX_NAMED ? ' (or another one of these)' : '');
