// The command line once more, in few files: to load a module costs a millisecond, and there are three hundred. Each file
// finds what lies beside it where it was compiled. The library (dist/index.js) stays as it was compiled.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** Parts in plain modules, taken in whole; what has data, threads or binaries of its own stays outside. */
const TAKEN_IN = new Set(
  (
    'yargs yargs-parser y18n cliui escalade get-caller-file string-width strip-ansi wrap-ansi ansi-regex ansi-styles ' +
    'emoji-regex get-east-asian-width zod zod-openapi fdir big.js csv-stringify csv-parse fastest-levenshtein ' +
    'iso-3166 p-limit yocto-queue'
  ).split(' '),
);
/** What nearly every command needs, in one file; nothing here may need a part that is large. */
const BASE =
  /\/(errors|files\/(plain|encoding|input-error)|csv\/suggest|ledger\/ledger-error|interface\/(cutoff|rules|deprecations|columns|customer-columns|currencies|exact-decimal|decimal)|batch\/input\/(guards|refusal|guard-[a-z]+)|cli\/(io|failure|version|flags|command|config-name|csv-flags|exit-codes|without-password|read-args|program|command-table|explain-usage|render\/guards|commands\/[a-z]+\/index))\.js$/;
const packageOf = (id) => /^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? '';
const isOutside = (id) => !/^[./]/.test(id) && !TAKEN_IN.has(packageOf(id));

/** `from`: the compiled tree, in which `to` is a folder. */
export async function bundle(from, to) {
  const build = await rolldown({
    input: { main: join(from, 'cli/main.js'), 'look-thread': join(from, 'lint/look-thread.js') },
    platform: 'node',
    external: isOutside,
    plugins: [{ name: 'places', transform: (code, id) => placed(code, id, to) }],
  });
  const { output } = await build.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups: [{ name: 'base', test: BASE }] },
    // Comments and spaces are read as well; names stay, for whoever has to read where an error came from.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  const modules = output.flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
  writeFileSync(join(to, 'LICENSES.txt'), licences(modules));
}

/** What a module finds beside itself lies beside the compiled file. */
function placed(code, id, to) {
  if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
  const own = `new URL(${JSON.stringify(relative(to, id))}, import.meta.url).href`;
  return code.replaceAll('import.meta.url', own);
}

/** Each package that was taken in, with the licence that has to go with it. */
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
