// Which reader a file goes to, by its name and at a glance at its text.
import { basename, extname } from 'node:path';

import { type LanguageId, languageOf } from './code/language.ts';

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
        | 'recording';
    };

const plain = (kind: Exclude<Format['kind'], 'code'>): Format => ({ kind });

const BY_EXTENSION: Readonly<Record<string, Exclude<Format['kind'], 'code'>>> = {
  json: 'json',
  json5: 'json',
  jsonc: 'json',
  har: 'recording',
  webmanifest: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  yaml: 'yaml',
  yml: 'yaml',
  csv: 'csv',
  tsv: 'csv',
  http: 'http',
  rest: 'http',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  ksh: 'shell',
  fish: 'shell',
  bats: 'shell',
  ps1: 'shell',
  log: 'log',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  rst: 'markdown',
  adoc: 'markdown',
  vue: 'markup',
  svelte: 'markup',
  html: 'markup',
  htm: 'markup',
  astro: 'markup',
};

export function formatOf(path: string, text: string): Format {
  const name = basename(path).toLowerCase();
  const extension = extname(name).slice(1);
  const known = BY_EXTENSION[extension];
  if (known !== undefined) return plain(known);
  if (/^(access|error)[._-]?log/.test(name) || /\.log(\.\d+)?$/.test(name)) return plain('log');
  const language = languageOf(extension);
  if (language !== undefined) return { kind: 'code', language };
  const shebang = /^#!.*\b(sh|bash|zsh|ksh|python3?|node|ruby|php)\b/.exec(text.slice(0, 200))?.[1];
  if (shebang !== undefined) {
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
