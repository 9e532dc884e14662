// Any source as facts: picks the reader by the file's name, and reads the parts in other formats inside it.
import { languageOf } from './code/languages.ts';
import { addFacts, type Facts, type Reader, type Source } from './model/facts.ts';

/** The reader of each kind of file, loaded with the first of its kind. */
const READERS = {
  json: async () => (await import('./read/json.ts')).readJson,
  notebook: async () => (await import('./read/json.ts')).readNotebook,
  yaml: async () => (await import('./read/yaml.ts')).readYaml,
  csv: async () => (await import('./read/csv.ts')).readCsv,
  pairs: async () => (await import('./read/pairs.ts')).readPairs,
  requests: async () => (await import('./read/requests.ts')).readRequests,
  log: async () => (await import('./read/markup.ts')).readLog,
  page: async () => (await import('./read/markup.ts')).readPage,
  xml: async () => (await import('./read/markup.ts')).readXml,
  shell: async () => (await import('./read/shell.ts')).readShell,
  markdown: async () => (await import('./read/markdown.ts')).readMarkdown,
  declarations: async () => (await import('./read/declarations.ts')).readDeclarations,
  sql: async () => (await import('./read/declarations.ts')).readSql,
  code: async () => (await import('./code/read-code.ts')).readCode,
} satisfies Record<string, () => Promise<Reader>>;
/** Endings and names of files; any other file is source code, or recognized by its first bytes. */
const ENDINGS: Readonly<Partial<Record<keyof typeof READERS, string>>> = {
  json: 'json json5 jsonc webmanifest har ndjson jsonl edn-json arb',
  notebook: 'ipynb',
  yaml: 'yaml yml',
  csv: 'csv tsv',
  pairs: 'env properties ini cfg conf toml editorconfig tf tfvars hcl dotenv',
  requests: 'http rest hurl bru feature txt rst adoc',
  log: 'log',
  page: 'html htm vue svelte astro',
  xml: 'xml jmx xsd wsdl plist svg',
  shell: 'sh bash zsh ksh fish bats dockerfile makefile mk justfile procfile crontab',
  markdown: 'md markdown mdx rmd qmd',
  declarations: 'proto protobuf graphql gql graphqls',
  sql: 'sql psql ddl dml',
};
const BY_ENDING = new Map(
  Object.entries(ENDINGS).flatMap(([kind, endings]) =>
    endings.split(' ').map((ending) => [ending, READERS[kind as keyof typeof READERS]] as const),
  ),
);
const MAX_DEPTH = 4;

export const isCode = (extension: string): boolean => languageOf(extension) !== undefined;

/** `depth`: how many formats it is nested in. */
export async function readFacts(source: Source, depth = 0): Promise<Facts> {
  const facts = (await readerOf(source))(source);
  if (depth >= MAX_DEPTH) return facts;
  for (const { text, format, at, place } of facts.parts) {
    const part = { text, path: '', extension: format };
    addFacts(facts, await readFacts(part, depth + 1), at, place);
  }
  return facts;
}

function readerOf({ text, extension }: Source): Promise<Reader> {
  const known = BY_ENDING.get(extension);
  if (known) return known();
  if (languageOf(extension)) return READERS.code();
  const head = text.slice(0, 4_000).trimStart();
  if (/^[[{]/.test(head)) return READERS.json();
  return /"(?:GET|POST|PATCH|PUT|DELETE) \/\S* HTTP\/\d/.test(head) ? READERS.log() : READERS.requests();
}

/** Templates: the ending before shows what they generate. */
const TEMPLATE =
  /\.(?:tmpl|tpl|j2|jinja2?|erb|ejs|hbs|mustache|template|gotmpl|dist|example|sample|\d{1,3})$/;
/** Files that are recognized by name, not by ending. */
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
