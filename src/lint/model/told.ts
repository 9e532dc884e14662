// What one source file tells another of its package: names that stand for texts, types and results that reach a call,
// functions that send what they are given. It can be handed from one thread to another. Holds nothing of a file's values.

export interface PapersAt {
  readonly index: number;
  readonly name: string;
  readonly urls: readonly string[];
  /** Functions that it is handed on to. */
  readonly way: readonly string[];
}

export interface Told {
  /** Constant -> its text, where that is a path, a field or a type of document. */
  readonly names: Readonly<Record<string, string>>;
  /** A type, or a function's result, that isn't declared there -> the URLs that its values reach. */
  readonly flows: Readonly<Record<string, readonly string[]>>;
  /** Types that only an answer has. */
  readonly answers: readonly string[];
  /** Function -> the URLs that it sends what it is given to. */
  readonly functions: Readonly<Record<string, readonly string[]>>;
  /** `name index`: a function that isn't declared there, and the URLs that what it is given there reaches. */
  readonly fills: Readonly<Record<string, readonly string[]>>;
  /** What is told of here -> the file that says so, as findings name it. */
  readonly from: Readonly<Record<string, string>>;
  /** Function or type -> the number and the name of the argument that becomes a body's documents, and where that goes. */
  readonly papersAt: Readonly<Record<string, PapersAt>>;
  /** Functions that give back a data URL. */
  readonly makers: readonly string[];
  /** Functions and types whose `amount` leaves as `receiverAmount`. */
  readonly mended: readonly string[];
  /** Members whose name on the wire is `documents`. */
  readonly documents: readonly string[];
  /** `Type.field` -> its name on the wire, where that is another one; `-`: it is never written. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Types of another file whose names on the wire a codec here says. */
  readonly coded: readonly string[];
  /** It names a path that bodies are sent to; it has words that hardly any other service has. */
  readonly endpoint: boolean;
  readonly speaks: boolean;
  /** It names the base path /api/v1; the path that documents are uploaded to. */
  readonly base: boolean;
  readonly uploads: boolean;
}

export const NOTHING_TOLD: Told = {
  names: {},
  flows: {},
  answers: [],
  functions: {},
  fills: {},
  from: {},
  papersAt: {},
  makers: [],
  mended: [],
  documents: [],
  renamed: {},
  coded: [],
  endpoint: false,
  speaks: false,
  base: false,
  uploads: false,
};

export const isSilent = (told: Told): boolean =>
  !told.base &&
  !told.uploads &&
  [told.names, told.flows, told.functions, told.fills, told.renamed, told.papersAt].every(
    (one) => Object.keys(one).length === 0,
  ) &&
  [told.answers, told.makers, told.mended, told.documents].every((one) => one.length === 0);

/** What several files tell together; where two give a name, the first counts, and of what reaches a call, all. */
export function together(all: readonly Told[]): Told {
  const names = new Map<string, string>();
  const flows = new Map<string, Set<string>>();
  const functions = new Map<string, Set<string>>();
  const fills = new Map<string, Set<string>>();
  for (const told of all) {
    for (const [name, text] of Object.entries(told.names)) if (!names.has(name)) names.set(name, text);
    gather(flows, told.flows);
    gather(functions, told.functions);
    gather(fills, told.fills);
  }
  const each = (of: (told: Told) => readonly string[]): string[] => [...new Set(all.flatMap(of))];
  return {
    names: Object.fromEntries(names),
    flows: spread(flows),
    functions: spread(functions),
    fills: spread(fills),
    from: {},
    answers: each(({ answers }) => answers).filter((name) => !flows.has(name)),
    papersAt: Object.assign({}, ...all.map(({ papersAt }) => papersAt)) as Told['papersAt'], // of plain records
    makers: each(({ makers }) => makers),
    mended: each(({ mended }) => mended),
    documents: each(({ documents }) => documents),
    coded: each(({ coded }) => coded),
    renamed: Object.assign({}, ...all.map(({ renamed }) => renamed)) as Told['renamed'], // of plain records
    endpoint: all.some(({ endpoint }) => endpoint),
    speaks: all.some(({ speaks }) => speaks),
    base: all.some(({ base }) => base),
    uploads: all.some(({ uploads }) => uploads),
  };
}

function gather(into: Map<string, Set<string>>, from: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, urls] of Object.entries(from)) {
    const known = into.get(name) ?? new Set();
    for (const url of urls) known.add(url);
    into.set(name, known);
  }
}

const spread = (all: ReadonlyMap<string, ReadonlySet<string>>): Record<string, readonly string[]> =>
  Object.fromEntries([...all].map(([name, urls]) => [name, [...urls]]));
