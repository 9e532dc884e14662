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
  readonly fixed: readonly Fixed[];
  readonly dry: boolean;
  /** The command that shows all reasons. */
  readonly explain: string;
}

const MAX_PLACES = 10;
/** Places and names within a sentence. */
const MAX_NAMED = 3;

/** A line a place, each in one piece; then what to do. Empty where there is nothing to tell. */
export function leftText(leaving: Leaving): string {
  const { findings, held, fixed, dry, explain } = leaving;
  const gone = new Set(fixed.flatMap((one) => one.gone));
  const whole = new Set(fixed.filter(({ left }) => left !== undefined).map(({ path }) => path));
  const rest = findings.filter((one) => !gone.has(one));
  const paths = rest.filter((one) => isPath(one) && !whole.has(one.path));
  const tested = testedText({ gone: [...gone], left: rest.filter(isPath), held, dry });
  if (paths.length === 0) return tested;
  const others = rest.filter((one) => !isPath(one) && !whole.has(one.path)).length;
  const told = rest.length - paths.length - others;
  const parts = [
    ...(told > 0 ? [`${told} in files that are named above`] : []),
    ...(others > 0 ? [`${others} of other rules, which take a decision`] : []),
    `${inWords(paths.length, 'current-tenant path')}:`,
  ];
  const places = paths
    .slice(0, MAX_PLACES)
    .map(({ path, line, left }) => `  ${plainPath(path)}:${line}: ${plain(left ?? 'it is found anew')}`);
  const more = paths.length - places.length;
  return [
    `--fix leaves ${parts.join(', and ')}`,
    ...places,
    ...(more > 0 ? [`  and ${more} more, with each reason: ${explain}`] : []),
    ...adviceOn(paths.map(({ left }) => left ?? '')),
    tested,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

const isPath = ({ rule }: Finding): boolean => rule === 'current-tenant-endpoint';

/** As the reasons name them: an address, and what a path is called on. */
const AT = /called at ([\w-]{1,63}(?:\.[\w-]{1,63}){1,5})(?![\w.(-])(?!, which)/;
const ON = /called on ([\w.$-]{1,80})/;
const LOCAL = /^(?:127\.|0\.0\.0\.0)|\.localhost$/;

const BY_HAND =
  'change it by hand if it is of this service, or put paybatch-ignore RULE -- REASON beside it.';
/** What to do, by the kind of the reason; those of which none says more have one line together. */
const STEPS: Readonly<Partial<Record<LeftKind, string>>> = {
  ignored: 'Beside a paybatch-ignore: give it its rule and a reason, or take it away and run --fix again.',
  route:
    'A route, or a list of them: of your own it stays as it is (paybatch-ignore RULE -- REASON on its line).',
  own: 'A call of your own server stays as it is (paybatch-ignore RULE -- REASON on its line).',
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

function adviceOn(reasons: readonly string[]): string[] {
  const hosts = named(reasons, AT).filter((host) => !LOCAL.test(host));
  const clients = named(reasons, ON);
  const kinds = new Set(reasons.map(leftKind));
  const isOpen = reasons.some((reason) => {
    const kind = leftKind(reason);
    const isAsked = named([reason], AT).length + named([reason], ON).length > 0;
    return STEPS[kind] === undefined && !DONE.has(kind) && !isAsked;
  });
  return [
    ...(hosts.length > 0
      ? [
          `If ${orText(hosts)} is the service's address, add it to lint.hosts in ${CONFIG_NAME}, with all others that the service has, and run --fix again.`,
        ]
      : []),
    ...(clients.length > 0
      ? [
          `If ${orText(clients)} calls the service, add it to lint.clients in ${CONFIG_NAME}, and run --fix again.`,
        ]
      : []),
    ...Object.entries(STEPS).flatMap(([kind, step]) => (kinds.has(kind as LeftKind) ? [step] : [])), // its keys
    ...(isOpen ? [`What is left for another reason: ${BY_HAND}`] : []),
  ];
}

const named = (reasons: readonly string[], by: RegExp): string[] => [
  ...new Set(reasons.flatMap((reason) => by.exec(reason)?.[1] ?? [])),
];

const orText = (names: readonly string[]): string =>
  names
    .slice(0, MAX_NAMED)
    .map((name) => plain(name))
    .join(' or ') + (names.length > MAX_NAMED ? ' (or another one above)' : '');
