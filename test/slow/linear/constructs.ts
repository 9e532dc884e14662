// What a source can be made of to stall whoever reads it: things that open and never close, nest, repeat, or stand on one long
// line, bare and beside words of the interface; and for each type of file that the linter reads, where in it they may stand.
// Makes texts and nothing else.

const OPENED: readonly string[] = [
  ...[
    '"',
    "'",
    '`',
    '"""',
    '/*',
    '<!--',
    '${',
    '#{',
    '"${',
    '`${',
    '{{',
    '{%',
    '<%',
    '<?php ',
    '$$',
    '%w(',
    '%q{',
    '~s(',
  ],
  ...[
    'r#"',
    'x = <<~A\n',
    'cat <<A\n',
    '```js\n',
    '(',
    '[\n',
    'f(',
    '{a:',
    '{"a":',
    '[{',
    '<a ',
    '<a>',
    '<script>',
  ],
  ...['<![CDATA[', '$(', '{amount:', 'a: ', '- ', '? ', '!!a ', '&a ', '*a ', '|\n', '  - a:\n'],
];
const CLOSED: readonly string[] = [
  ...[
    ')',
    '}',
    '</a>',
    '-->',
    '()',
    '{}',
    '""',
    "','",
    ';',
    ',',
    '|',
    '\\',
    '\\"',
    '\\u002f',
    '&amp;',
    '%2F',
    '=',
    ' ',
    '\n',
  ],
  ...[
    'a',
    'a.',
    '.b()',
    'a=1&',
    "+ 'a' ",
    'a ? b : ',
    'a, ',
    '/a',
    '-',
    '#',
    '# a\n',
    '// a\n',
    '-- a\n',
    'é',
    'QUJD',
  ],
];
const WORDS: readonly string[] = [
  ...[
    'data:a/b;base64,QUJD',
    'https://a.example/',
    'curl -d ',
    "curl -d '{",
    'amount: ',
    '"amount": 1, ',
    'amount=1&',
  ],
  ...[
    "'/api/v1/current-tenant', ",
    '/api/v1/transfers ',
    "'OwnershipChart', ",
    '// paybatch-ignore transfer-amount -- a\n',
  ],
  ...[
    "post('/api/v1/transfers', {amount: 1, customerId: 'c'})\n",
    'POST https://h/api/v1/transfers\n\n{"amount": 1}\n\n###\n',
  ],
  ...['GET /api/v1/current-tenant HTTP/1.1\n', '| amount | customerId |\n', 'class A { int amount; }\n'],
  ...[
    'def f(amount):\n  pass\n',
    'function f(a) { return g(a) }\n',
    'import a from "./a"\n',
    'message A { string amount = 1; }\n',
  ],
  ...[
    "INSERT INTO a (amount) VALUES ('data:a/b;base64,QUJD');\n",
    '<a b="c">d</a>',
    '{"a": "b"}\n',
    '- amount: 1\n',
    '"a;b",c\n',
  ],
];
/** Beside each of the others: what is looked for is found all over. */
const SPRINKLED = " {amount: 1, customerId: 'c'} /api/v1/current-tenant ";

export interface Construct {
  readonly name: string;
  /** About so many characters of it. */
  readonly make: (length: number) => string;
}

const repeated =
  (piece: string): Construct['make'] =>
  (length) =>
    piece.repeat(Math.ceil(length / piece.length));
/** Each different from the others: what is kept of each, and compared. */
const counted =
  (make: (i: number) => string): Construct['make'] =>
  (length) => {
    const parts: string[] = [];
    for (let i = 0, so = 0; so < length; i++) {
      const part = make(i);
      parts.push(part);
      so += part.length;
    }
    return parts.join('');
  };
const nested =
  (open: string, close: string): Construct['make'] =>
  (length) => {
    const times = Math.ceil(length / (open.length + close.length));
    return `${open.repeat(times)}1${close.repeat(times)}`;
  };

const of = (name: string, make: Construct['make']): Construct => ({ name, make });

export const CONSTRUCTS: readonly Construct[] = [
  ...[...OPENED, ...CLOSED, ...WORDS].map((piece) => of(JSON.stringify(piece), repeated(piece))),
  ...[...OPENED, ...CLOSED].map((piece) =>
    of(`${JSON.stringify(piece)} sprinkled`, repeated(piece + SPRINKLED)),
  ),
  of('nested parentheses', nested('(', ')')),
  of('nested lists', nested('[', ']')),
  of('nested objects', nested('{"a":', '}')),
  of('nested calls', nested('f(', ')')),
  of('nested elements', nested('<a>', '</a>')),
  of('nested templates', nested('`${', '}`')),
  of('nested substitutions', nested('$(', ')')),
  of('nested blocks', nested('if (a) {', '}')),
  of(
    'indented ever deeper',
    counted((i) => `${' '.repeat(i % 300)}a:\n`),
  ),
  of(
    'many keys',
    counted((i) => `"k${i}": ${i}, `),
  ),
  of(
    'many variables',
    counted((i) => `v${i} = v${i - 1}\n`),
  ),
  of(
    'many fields',
    counted((i) => `a${i}.amount = ${i}\n`),
  ),
  of(
    'many functions',
    counted((i) => `function f${i}(a) { return f${i + 1}(a) }\n`),
  ),
  of(
    'many anchors',
    counted((i) => `a${i}: &a${i} *a${i - 1}\n`),
  ),
  of(
    'many heredocs',
    counted((i) => `cat <<A${i}\n`),
  ),
  of(
    'many references',
    counted((i) => `"a${i}": {"$ref": "#/a${i + 1}"},\n`),
  ),
  of(
    'many suppressions',
    counted((i) => `a${i} /api/v1/current-tenant # paybatch-ignore transfer-amount -- a${i}\n`),
  ),
];

/** A file of a type, and the construct somewhere in it. */
export interface Frame {
  readonly file: string;
  readonly around: (construct: string) => string;
}

const text = (construct: string): string => JSON.stringify(construct).slice(1, -1);
const HEAD = "x = '/api/v1/transfers' customerId receiverAmount\n";
const plain =
  (head = HEAD) =>
  (construct: string): string =>
    head + construct;
const indented = (construct: string): string => construct.replaceAll('\n', '\n    ');
const frame = (file: string, around: Frame['around'] = plain()): Frame => ({ file, around });

/** For each kind of file that the linter knows. */
const OF_KIND: Readonly<Record<string, readonly Frame[]>> = {
  json: [
    frame('a.json', plain('{"url": "/api/v1/transfers", "receiverAmount": "1", "customerId": "c",\n')),
    frame('b.json', (c) => `[{"url": "/api/v1/transfers", "body": {"mode": "raw", "raw": "${text(c)}"}}]`),
  ],
  recording: [
    frame('a.har', plain('{"log": {"entries": [{"request": {"url": "https://h/api/v1/transfers"}},')),
    frame(
      'b.har',
      (c) =>
        `{"log":{"entries":[{"request":{"method":"POST","url":"https://h/api/v1/transfers","postData":{"text":"${text(c)}"}}}]}}`,
    ),
  ],
  ndjson: [frame('a.ndjson', plain('{"url": "/api/v1/transfers", "receiverAmount": "1"}\n'))],
  yaml: [
    frame('a.yaml', plain('url: /api/v1/transfers\nreceiverAmount: 1\n')),
    frame('b.yml', (c) => `url: /api/v1/transfers\nscript: |\n    ${indented(c)}\n`),
    frame('c.yml', (c) => `url: /api/v1/transfers\nbody: "${text(c)}"\n`),
  ],
  csv: [
    frame('a.csv', plain('customerId,receiverAmount,amount,documents\n')),
    frame('b.csv', (c) => `customerId,receiverAmount,documents\nc,1,"${c.replaceAll('"', '""')}"\n`),
    frame('c.tsv', (c) => `customerId\treceiverAmount\t${c}`),
  ],
  http: [frame('a.http', plain('POST https://h/api/v1/transfers\ncontent-type: application/json\n\n'))],
  shell: [
    frame('a.sh', plain("curl -X POST https://h/api/v1/transfers -d 'receiverAmount=1'\n")),
    frame('b.sh', (c) => `curl https://h/api/v1/transfers -d '${c.replaceAll("'", '')}'\n`),
  ],
  script: [frame('a.ps1'), frame('b.pl')],
  clojure: [
    frame('a.clj', plain('(post "/api/v1/transfers" {:receiverAmount 1 :customerId\n')),
    frame('b.edn', plain('{"url" "/api/v1/transfers" :receiverAmount 1\n')),
  ],
  r: [frame('a.r', plain("POST('/api/v1/transfers', body = list(receiverAmount = 1,\n"))],
  log: [
    frame(
      'a.log',
      plain('1.1.1.1 - - [01/Jun/2026:00:00:00 +0000] "POST /api/v1/transfers HTTP/1.1" 200 1\n'),
    ),
  ],
  markdown: [
    frame('a.md', plain('# /api/v1/transfers\n\n')),
    frame('b.md', (c) => `/api/v1/transfers\n\n\`\`\`js\n${c}\n\`\`\`\n`),
    frame('c.mdx'),
    frame('d.adoc', (c) => `/api/v1/transfers\n\n[source,json]\n----\n${c}\n----\n`),
  ],
  markup: [
    frame('a.vue', (c) => `<template>/api/v1/transfers</template><script>\n${c}\n</script>`),
    frame('b.html', plain('<p>/api/v1/transfers</p>\n')),
  ],
  text: [
    frame('a.bru', plain('post {\n  url: https://h/api/v1/transfers\n}\nbody:json {\n')),
    frame('b.hurl'),
    frame('c.txt'),
  ],
  pairs: [
    frame('.env', plain('URL=/api/v1/transfers\n')),
    frame('a.toml', plain('url = "/api/v1/transfers"\n')),
  ],
  hcl: [frame('a.tf', plain('url = "/api/v1/transfers"\n'))],
  proto: [frame('a.proto', plain('// /api/v1/transfers receiverAmount\nmessage A {\n'))],
  graphql: [frame('a.graphql', plain('# /api/v1/transfers receiverAmount\ntype A {\n'))],
  sql: [
    frame('a.sql', plain("INSERT INTO t (receiverAmount) VALUES ('/api/v1/transfers');\n")),
    frame('b.sql', (c) => `INSERT INTO t (receiverAmount) VALUES ('${c.replaceAll("'", "''")}');\n`),
  ],
  xml: [
    frame('a.xml', plain('<url>/api/v1/transfers</url>\n')),
    frame(
      'b.jmx',
      (c) =>
        `<a>/api/v1/transfers ${c.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</a>`,
    ),
  ],
  image: [frame('a.svg')],
  notebook: [
    frame(
      'a.ipynb',
      (c) => `{"cells": [{"cell_type": "code", "source": ["url = '/api/v1/transfers'\\n", "${text(c)}"]}]}`,
    ),
    frame(
      'b.ipynb',
      (c) => `{"cells": [{"cell_type": "markdown", "source": "/api/v1/transfers ${text(c)}"}]}`,
    ),
  ],
  feature: [
    frame('a.feature', plain('Feature: /api/v1/transfers\n  Scenario: a\n    Given receiverAmount\n')),
  ],
};

const LANGUAGES = 'ts js py java kt scala groovy go cs php rb rs swift ex dart cpp lua jl fs vb'.split(' ');

/** By their name: each kind of file, and each language. */
export const FRAMES: Readonly<Record<string, readonly Frame[]>> = {
  ...OF_KIND,
  ...Object.fromEntries(LANGUAGES.map((one) => [one, [frame(`a.${one}`, plain(headOf(one)))]])),
};

function headOf(language: string): string {
  return language === 'php' ? `<?php ${HEAD}` : HEAD;
}
