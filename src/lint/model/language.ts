// Languages of source code by file name: which have a grammar, and which are read by the tokenizer.

export type LanguageId =
  | 'typescript'
  | 'tsx'
  | 'javascript'
  | 'python'
  | 'java'
  | 'kotlin'
  | 'go'
  | 'csharp'
  | 'php'
  | 'ruby'
  | 'rust'
  | 'swift'
  | 'elixir'
  | 'cpp';

const BY_EXTENSION: Readonly<Record<string, LanguageId>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  vue: 'typescript',
  svelte: 'typescript',
  py: 'python',
  pyi: 'python',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  scala: 'kotlin',
  groovy: 'java',
  gradle: 'java',
  go: 'go',
  cs: 'csharp',
  php: 'php',
  rb: 'ruby',
  rake: 'ruby',
  rs: 'rust',
  swift: 'swift',
  ex: 'elixir',
  exs: 'elixir',
  cpp: 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  hh: 'cpp',
  h: 'cpp',
  c: 'cpp',
  dart: 'kotlin',
};

/** Names that Markdown and others give to languages. */
const BY_NAME: Readonly<Record<string, LanguageId>> = {
  ...BY_EXTENSION,
  typescript: 'typescript',
  javascript: 'javascript',
  node: 'javascript',
  python: 'python',
  python3: 'python',
  kotlin: 'kotlin',
  golang: 'go',
  csharp: 'csharp',
  'c#': 'csharp',
  ruby: 'ruby',
  rust: 'rust',
  elixir: 'elixir',
  'c++': 'cpp',
};

/** File name of the grammar, where there is one. */
export const GRAMMARS: Readonly<Partial<Record<LanguageId, string>>> = {
  typescript: 'typescript',
  tsx: 'tsx',
  javascript: 'javascript',
  python: 'python',
  java: 'java',
  go: 'go',
  csharp: 'c-sharp',
  php: 'php',
  ruby: 'ruby',
  rust: 'rust',
  cpp: 'cpp',
};

/** Endings of file names, for each language. */
export const ENDINGS: Readonly<Record<string, LanguageId>> = BY_EXTENSION;

export function languageOf(extension: string): LanguageId | undefined {
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
}

export function languageNamed(name: string): LanguageId | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(BY_NAME, lower) ? BY_NAME[lower] : undefined;
}
