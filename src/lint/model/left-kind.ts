// Why --fix leaves a path, in kinds: what there is to do about it, and whether it may be somebody else's. The one place that knows
// reasons by their words; one that no line knows is `unseen`, for which a person looks.

export type LeftKind =
  /** Asked for at a suppression that isn't whole. */
  | 'ignored'
  /** Another product's, as far as is seen. */
  | 'other'
  /** A route or a list of routes of one's own; what is let through; and a call of such a one. */
  | 'route'
  | 'let'
  | 'own'
  /** Called at this machine: a tunnel, a sandbox, or one's own server. */
  | 'machine'
  | 'copied'
  | 'made'
  | 'record'
  | 'replayed'
  | 'meant'
  /** What stands for a call in a test, a type or a comparison. */
  | 'half'
  | 'beside'
  /** The file is as it is: a link, read-only; or it was not looked at. */
  | 'file'
  | 'unseen';

/** The first that fits counts. Bounded words. */
const KINDS: readonly (readonly [LeftKind, RegExp])[] = [
  ['ignored', /^paybatch-ignore /],
  ['half', /^its (?:other )?(?:call|test) (?:in|may be)|, which is changed, change it with it$/],
  ['replayed', /record it anew/],
  ['copied', /others' code|submodule|folder named/],
  ['machine', /at this machine|at a deployment of/],
  ['own', /is a route that|asked of the server|said to be of an own server/],
  ['let', /^it stands in a (?:list|policy) of what is let through/],
  ['route', /\broutes?\b|\bprobe\b|is a part of a key|let through|rewritten/],
  [
    'other',
    /another kind of product|another product's|beside an address of payments|without the address of payments|nothing ties to|an address of a file|which this service doesn't have|at another address|called (?:at|on) /,
  ],
  ['made', /a program makes|a build makes|a test wrote|a type of/],
  ['record', /recorded|a record of|written once|tells of (?:a day|what happened)/],
  ['meant', /is meant|be refused|that refuses|tell of its end|something earlier|states no path/],
  ['beside', /beside its new path/],
  [
    'half',
    /a fake of|\bcompared\b|is signed|something looks for|named in line|a test (?:expects|is given)|its length|requests and answers/,
  ],
  [
    'file',
    /is a link|hard links|read-only|can no longer be read|changed after|can't be written|not looked at|memory for|comes to no end|its change/,
  ],
];

export const leftKind = (left: string): LeftKind =>
  KINDS.find(([, words]) => words.test(left))?.[0] ?? 'unseen';

/** What lint itself says may be somebody else's: nobody should change it without a look. */
export const mayBeOthers = (left: string | null | undefined): boolean =>
  typeof left === 'string' && /^(?:other|own|route|let|machine)$/.test(leftKind(left));
