// Which reader a file goes to, by its name and at a glance at its text.
import { basename, extname } from 'node:path';

import { type LanguageId, languageOf } from './language.ts';

export type Format =
  | { readonly kind: 'code'; readonly language: LanguageId }
  | {
      readonly kind:
        | 'json'
        | 'ndjson'
        | 'yaml'
        | 'csv'
        | 'http'
        | 'shell'
        | 'log'
        | 'markdown'
        | 'markup'
        | 'text'
        | 'recording'
        | 'pairs'
        | 'hcl'
        | 'proto'
        | 'graphql'
        | 'sql'
        | 'script'
        | 'clojure'
        | 'r'
        | 'xml'
        | 'image'
        | 'notebook'
        | 'feature';
    };

const plain = (kind: Exclude<Format['kind'], 'code'>): Format => ({ kind });

/** A kind, and the endings of names that mean it. */
export const FORMATS: readonly [Exclude<Format['kind'], 'code'>, string][] = [
  ['json', 'json json5 jsonc webmanifest'],
  ['recording', 'har'],
  ['ndjson', 'ndjson jsonl'],
  ['yaml', 'yaml yml'],
  ['csv', 'csv tsv'],
  ['http', 'http rest'],
  ['shell', 'sh bash zsh ksh fish bats'],
  ['script', 'ps1 psm1 psd1 pl pm t lua jl fs fsx'],
  ['clojure', 'clj cljs cljc edn bb'],
  ['r', 'r'],
  ['log', 'log'],
  ['markdown', 'md markdown mdx rmd qmd rst adoc'],
  ['markup', 'vue svelte html htm astro'],
  ['pairs', 'env properties ini cfg conf toml editorconfig'],
  ['hcl', 'tf tfvars hcl'],
  ['proto', 'proto'],
  ['graphql', 'graphql gql graphqls'],
  ['sql', 'sql psql ddl dml'],
  ['xml', 'xml jmx xsd wsdl plist'],
  ['image', 'svg eps'],
  ['notebook', 'ipynb'],
  // Requests as text, each in its own frame.
  ['text', 'bru hurl txt'],
  ['feature', 'feature'],
];
const BY_EXTENSION: ReadonlyMap<string, Exclude<Format['kind'], 'code'>> = new Map(
  FORMATS.flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind] as const)),
);
/** Templates: what they make is told by the ending before. */
const TEMPLATE = /\.(tmpl|tpl|j2|jinja2?|erb|ejs|hbs|mustache|template|gotmpl|dist|example|sample)$/;

/** Commands and when they run. Bounded: a name of 200 characters. */
const CRONTAB = /(?:^|[/\\])(?:crontab|[^/\\]{1,200}\.(?:cron|crontab)|cron\.d[/\\][^/\\.]{1,200})$/i;
export const isCrontab = (path: string): boolean => CRONTAB.test(path.replace(TEMPLATE, ''));

export function formatOf(path: string, text: string): Format {
  const name = basename(path).toLowerCase().replace(TEMPLATE, '');
  const extension = extname(name).slice(1);
  if (isCrontab(path)) return plain('shell');
  const known = extension === 'txt' ? undefined : BY_EXTENSION.get(extension);
  if (known !== undefined) return plain(known);
  if (extension === 'gs') return { kind: 'code', language: 'javascript' };
  if (/^\.env(\.|$)|^\.envrc$/.test(name)) return plain('pairs');
  if (/^(access|error)[._-]?log/.test(name) || /\.log(\.\d+)?$/.test(name)) return plain('log');
  if (/^jenkinsfile(?:$|[.-])/.test(name)) return { kind: 'code', language: 'java' };
  const language = languageOf(extension);
  if (language !== undefined) return { kind: 'code', language };
  const shebang = /^#!.*\b(sh|bash|zsh|ksh|python3?|node|ruby|php|perl|pwsh)\b/.exec(text.slice(0, 200))?.[1];
  if (shebang !== undefined) {
    if (/^(perl|pwsh)$/.test(shebang)) return plain('script');
    if (shebang.endsWith('sh')) return plain('shell');
    const by: Readonly<Record<string, LanguageId>> = {
      python: 'python',
      python3: 'python',
      node: 'javascript',
      ruby: 'ruby',
      php: 'php',
    };
    const language = by[shebang];
    if (language !== undefined) return { kind: 'code', language };
  }
  if (/^(dockerfile|makefile|justfile|procfile)/.test(name)) return plain('shell');
  if (extension === '' || extension === 'txt') {
    const head = text.slice(0, 4_000).trimStart();
    if (/^[[{]/.test(head)) return plain('json');
    if (/"(GET|POST|PATCH|PUT|DELETE) \/\S* HTTP\/\d/.test(head)) return plain('log');
  }
  return plain('text');
}
