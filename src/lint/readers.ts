// Any source as facts: picks the reader by the file's name, loads it with the first file of its kind, and reads the parts in
// other formats inside it.
import { languageOf } from './code/languages.ts';
import { addFacts, type Facts, type Reader, type Source } from './model/facts.ts';

/** What reads a kind of file, and the endings and names of files that mean it. */
const KINDS: readonly (readonly [load: () => Promise<Reader>, endings: string])[] = [
  [
    async () => (await import('./read/json.ts')).readJson,
    'json json5 jsonc webmanifest har ndjson jsonl edn-json arb',
  ],
  [async () => (await import('./read/yaml.ts')).readYaml, 'yaml yml'],
  [async () => (await import('./read/csv.ts')).readCsv, 'csv tsv'],
  [
    async () => (await import('./read/pairs.ts')).readPairs,
    'env properties ini cfg conf toml editorconfig tf tfvars hcl dotenv',
  ],
  [async () => (await import('./read/requests.ts')).readRequests, 'http rest hurl bru feature txt rst adoc'],
  [async () => (await import('./read/markup.ts')).readLog, 'log'],
  [
    async () => (await import('./read/shell.ts')).readShell,
    'sh bash zsh ksh fish bats dockerfile makefile mk justfile procfile crontab',
  ],
  [async () => (await import('./read/markdown.ts')).readMarkdown, 'md markdown mdx rmd qmd'],
  [async () => (await import('./read/markup.ts')).readPage, 'html htm vue svelte astro'],
  [async () => (await import('./read/markup.ts')).readXml, 'xml jmx xsd wsdl plist svg'],
  [async () => (await import('./read/json.ts')).readNotebook, 'ipynb'],
  [
    async () => (await import('./read/declarations.ts')).readDeclarations,
    'proto protobuf graphql gql graphqls',
  ],
  [async () => (await import('./read/declarations.ts')).readSql, 'sql psql ddl dml'],
];
const BY_ENDING = new Map(
  KINDS.flatMap(([load, endings]) => endings.split(' ').map((ending) => [ending, load] as const)),
);
const MAX_DEPTH = 4;

export const isCode = (extension: string): boolean => languageOf(extension) !== undefined;

/** `depth`: how many formats it stands in. */
export async function readFacts(source: Source, depth = 0): Promise<Facts> {
  const facts = (await readerOf(source))(source);
  if (depth >= MAX_DEPTH) return facts;
  for (const { text, format, at, place } of facts.parts) {
    const part = { text, path: '', extension: format };
    addFacts(facts, await readFacts(part, depth + 1), at, place);
  }
  return facts;
}

async function readerOf({ text, extension }: Source): Promise<Reader> {
  const known = BY_ENDING.get(extension);
  if (known) return known();
  if (languageOf(extension)) return (await import('./code/read-code.ts')).readCode;
  const head = text.slice(0, 4_000).trimStart();
  if (/^[[{]/.test(head)) return (await import('./read/json.ts')).readJson;
  if (/"(?:GET|POST|PATCH|PUT|DELETE) \/\S* HTTP\/\d/.test(head))
    return (await import('./read/markup.ts')).readLog;
  return (await import('./read/requests.ts')).readRequests;
}

/** Templates: what they make is told by the ending before. */
const TEMPLATE =
  /\.(?:tmpl|tpl|j2|jinja2?|erb|ejs|hbs|mustache|template|gotmpl|dist|example|sample|\d{1,3})$/;
/** Files whose name says what their ending does not. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/^\.env(?:\.|$)|^\.envrc$/, 'env'],
  [/^(?:access|error)[._-]?log|\.log$/, 'log'],
  [/^jenkinsfile(?:$|[.-])/, 'groovy'],
  [/^(?:dockerfile|makefile|justfile|procfile)/, 'sh'],
  [/^crontab$|\.cron(?:tab)?$/, 'sh'],
];
const BY_SHEBANG: Readonly<Record<string, string>> = {
  python: 'py',
  python3: 'py',
  node: 'js',
  ruby: 'rb',
  php: 'php',
  perl: 'pl',
  pwsh: 'ps1',
};

/** The format of a file, by its name, else by its first line. */
export function extensionOf(path: string, text: string): string {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(TEMPLATE, '');
  const named = NAMED.find(([pattern]) => pattern.test(name))?.[1];
  if (named !== undefined) return named;
  if (/(?:^|\/)cron\.d\/[^/.]+$/.test(path)) return 'sh';
  const dot = name.lastIndexOf('.');
  if (dot >= 0) return name.slice(dot + 1);
  const program = /^#!.*\b(sh|bash|zsh|ksh|python3?|node|ruby|php|perl|pwsh)\b/.exec(text.slice(0, 200))?.[1];
  return program === undefined ? '' : (BY_SHEBANG[program] ?? 'sh');
}
