// Bundles the command line into a few files: to load a module costs a millisecond, and there are three hundred. Each
// bundled module finds its data files next to its compiled file. The library (dist/index.js) is not bundled. Parts
// that start often and need little (the threads of the ledger and the linter, the process that selftest kills) have
// separate bundles, which hold nothing else.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** The packages that are bundled. A package with data files, threads or binaries stays outside. */
const TAKEN_IN = new Set(
  (
    'yargs yargs-parser string-width strip-ansi ansi-regex emoji-regex get-east-asian-width zod zod-openapi big.js csv-stringify csv-parse fastest-levenshtein ' +
    'cli-table3 is-fullwidth-code-point iso-3166 jsonc-parser p-limit yocto-queue lossless-json libphonenumber-js ignore'
  ).split(' '),
);
const LARGE = /\/node_modules\/(zod|undici|libphonenumber-js)\//;
/** The modules that nearly every command needs, in one file. None of them may import a large package. */
const BASE =
  /^(?!.*\/node_modules\/).*\/(errors|(?<!watch\/)message|words\/[a-z]+|batch\/input\/row|files\/(plain|write-all|small-file|encoding|input-error|binary-kind|parsed-json)|lint\/judge\/endpoints|csv\/suggest|ledger\/ledger-error|interface\/(cutoff|rules|deprecations|columns|customer-columns|currencies|decimal)|cli\/(io|this-process|flags|command|flag|secrets|program|command-table|render\/print|definitions\/[a-z]+))\.js$/;
/** Text tables and writing of files: most commands need them, but the shortest do not. */
const TABLE =
  /\/(cli\/render\/table\.js$|node_modules\/(cli-table3|string-width|strip-ansi|emoji-regex|ansi-regex)\/)/;
const WRITTEN = /\/(files\/atomic-file|cli\/output-file)\.js$/;
/** The modules that the lint of one file needs, in one file. An editor may start it with every keystroke. */
const LINT =
  /\/(lint\/(lint|looked-files|scan|readers|(code|judge|model)\/[a-z-]+|run\/(look|cache)|files\/(sieve|source|walk)|read\/(json|loose|region|words|tree[a-z-]*)|format\/(text|words))|cli\/commands\/lint\/(lint|settings))\.js$/;
/** The settings with their schema in one file, and the modules that read and check an input file in another. */
const SETTINGS = /\/cli\/settings\.js$/;
const INPUT = /\/(batch\/check|cli\/commands\/run\/run)\.js$/;
/** The parts of undici that a payment needs. To load all of undici takes longer than to load all our modules. */
const UNDICI = `
export { default as Client } from 'undici/lib/dispatcher/client.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';`;
const OF_UNDICI = '\0of-undici';
const packageOf = (id) => /^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? '';
const isOutside = (id) => !/^[./\0]/.test(id) && !TAKEN_IN.has(packageOf(id));

/** `from`: the compiled tree, in which `to` is a folder. */
export async function bundle(from, to) {
  const places = {
    name: 'places',
    resolveId: (id) => (id === 'jsonc-parser' ? jsoncParser(from) : null),
    transform: (code, id) => {
      const own = placed(code, id, to);
      return cheaper(own ?? code, id) ?? own;
    },
  };
  const modules = [
    ...(await write(to, {
      input: {
        main: join(from, 'cli/main.js'),
      },
      plugins: [places],
      groups: [
        { name: 'base', test: BASE, priority: 2 },
        { name: 'table', test: TABLE, priority: 2 },
        { name: 'written', test: WRITTEN, priority: 2 },
        { name: 'lint', test: LINT, priority: 1 },
        { name: 'settings', test: SETTINGS, priority: 1 },
        { name: 'input', test: INPUT },
      ],
    })),
    ...(await write(to, {
      input: {
        payer: join(from, 'cli/commands/selftest/payer.js'),
        'ledger-thread': join(from, 'ledger/file/thread/writer.js'),
        'sieve-thread': join(from, 'lint/run/sieve-thread.js'),
      },
      plugins: [places, ofUndici(from)],
      external: (id) => packageOf(id) !== 'undici' && isOutside(id),
    })),
  ];
  writeFileSync(join(to, 'LICENSES.txt'), licences(modules));
}

/** Writes bundles, and returns the modules that are in them. */
async function write(to, { input, plugins, groups, external = isOutside }) {
  // Some modules are imported dynamically for the library only. The bundle has them in one file, which is no mistake.
  const checks = { ineffectiveDynamicImport: false };
  const build = await rolldown({ input, platform: 'node', external, plugins, checks });
  const { output } = await build.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    ...(groups && { codeSplitting: { groups } }),
    // Without comments and spaces there is less to load. Names stay, so that stack traces are readable.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  const base = output.find(({ name }) => name === 'base');
  const large = Object.keys(base?.modules ?? {}).find((id) => LARGE.test(id));
  if (large !== undefined) throw new Error(`${large} would be loaded at the start of every command`);
  return output.flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
}

/** The ES modules of jsonc-parser. Node would load its UMD file, whose imports a bundler cannot follow. */
const jsoncParser = (from) =>
  createRequire(join(from, 'x.js')).resolve('jsonc-parser').replace('/umd/', '/esm/');

/** Replaces undici with its parts. If a module imports another name, the build fails. */
const ofUndici = (from) => ({
  name: 'of-undici',
  resolveId: (id, importer) => {
    if (id === 'undici') return OF_UNDICI;
    // The package is found from a file of the compiled tree.
    return importer === OF_UNDICI ? createRequire(join(from, 'x.js')).resolve(id) : null;
  },
  load: (id) => (id === OF_UNDICI ? UNDICI : null),
});

/** Gives a bundled module the address of its compiled file, because its data files are next to that. */
function placed(code, id, to) {
  if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
  const own = `new URL(${JSON.stringify(relative(to, id))}, import.meta.url).href`;
  return code.replaceAll('import.meta.url', own);
}

/** Replacements in code that is too slow, by the end of the module's name: each key is replaced with its value. */
const CHANGED = {
  // Tables of all of Unicode take 20 ms. They are made when a text is measured, not when the module is loaded.
  '/string-width/index.js': {
    '= new Intl.Segmenter();':
      '= { segment: (text) => (late_1 ??= new Intl.Segmenter()).segment(text) };\nlet late_1;',
    [String.raw`= /^\p{RGI_Emoji}$/v;`]: String.raw`= { test: (text) => (late_2 ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(text) };
let late_2;`,
  },
  // Only the parser of yargs is used. With its help and messages it takes 12 ms.
  '/yargs/helpers/helpers.mjs': {
    "import shim from '../lib/platform-shims/esm.mjs';": 'const shim = undefined;',
  },
  // Nine CommonJS files. They are bundled, and run when the first table is made.
  '/cli/render/table.js': { 'load("cli-table3")': 'require("cli-table3")' },
  // It compiles the same few hundred expressions for each number, which takes two thirds of its time.
  '/libphonenumber-js/es6/helpers/matchesEntirely.js': {
    "return new RegExp('^(?:' + regularExpressionText + ')$').test(text);": `let whole = made.get(regularExpressionText);
  if (!whole) made.set(regularExpressionText, (whole = new RegExp('^(?:' + regularExpressionText + ')$')));
  return whole.test(text);`,
    'export default function': 'const made = new Map();\nexport default function',
  },
};

function cheaper(code, id) {
  const [, changes] = Object.entries(CHANGED).find(([end]) => id.endsWith(end)) ?? [];
  if (!changes) return null;
  let changed = code;
  for (const [from, to] of Object.entries(changes)) changed = changed.replace(from, () => to);
  if (/^const \w+ = (?:new Intl|\/.*RGI_Emoji)|return new RegExp|import shim/m.test(changed))
    throw new Error(`${id} is written otherwise by now`);
  return changed;
}

/** Each bundled package with its licence text, which must be shipped with it. */
function licences(modules) {
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]);
  const texts = [...new Set(folders)].flatMap((folder) => {
    if (folder === undefined) return [];
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? license : readFileSync(join(folder, file), 'utf8').trim();
    return [`${name} ${version}\n\n${text}\n`];
  });
  return texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`);
}
