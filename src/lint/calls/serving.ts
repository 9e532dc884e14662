// Forms of frameworks that define a route and nothing else, whoever else is spoken of in the file: told by what stands right
// before and behind a path, its own quotes left out.
import type { Format } from '../model/format-of.ts';
import { type Form, GROUPS } from './serving-groups.ts';

/** As much of the text before a place, and behind it. */
const FAR = 400;
const NEAR = 160;
/** The ended path, or the end of it below what a framework puts before it. Bounded: three segments behind it. */
const PLACE = /(?:\/?api\/v1\/|\/?v1\/|\/)?(?<![\w-])current-tenant(?![\w-])(?:\/[\w:{}[\]-]{1,40}){0,3}/g;
const MAX_PLACES = 60;

/** What a router is called in these forms; a client is called otherwise, or is given an object. Bounded: a place's 400 characters. */
const ROUTER =
  /(?:^|[^\w$.])(?:\w{0,30}(?:[aA]pi|[aA]pp|[rR]outer|[rR]outes?|[sS]erver|[iI]nstance|[gG]roup|[sS]cope)|fastify|r|g|v1)\.(?:get|delete|all)\(\s{0,20}$/;
/** A function that asks for nothing. Bounded: a place's 400 characters. */
const FUNCTION = /^\s{0,4},\s{0,20}(?:async\s{1,4})?(?:\(\s{0,4}\)\s{0,4}=>|function\b)/;
/** A line of its own that gives a path and functions by name; two of them, or one that isn't called as what a request takes. Bounded: names of 60 characters. */
const ALONE = /(?:^|\n)[ \t]{0,40}(?:\w{1,40}\.){1,3}(?:get|delete|all)\(\s{0,4}$/;
/** Bounded: a place's 400 characters. */
const NAMED =
  /^\s{0,4},\s{0,4}(?:[A-Za-z_$][\w$.]{0,60}\s{0,4},\s{0,4}[A-Za-z_$][\w$.]{0,60}(?:\s{0,4},\s{0,4}[A-Za-z_$][\w$.]{0,60}){0,4}|(?!\w{0,40}(?:[cC]onfig|[oO]ptions?|[oO]pts|[pP]arams?|[hH]eaders?|[tT]oken|[qQ]uery|[aA]uth|[sS]ignal|[cC]allback|[cC]b|[aA]rgs|[iI]nit|[bB]ody|[dD]ata|[pP]ayload|[cC]ontext|[cC]tx|[tT]imeout|null|undefined)\s{0,4}\))[a-z$][\w$.]{0,60})\s{0,4}\)(?:\s{0,4};|[ \t]{0,4}(?:\/\/[^\n]{0,100})?\r?(?:$|\n(?!\s{0,20}\.)))/;
/** By hand: what is asked for is held against the path. Bounded: a place's 400 characters. */
const ASKED =
  /(?<![\w$])(?:req|request|event|ctx|context|c\.req)\.(?:(?:url|path|pathname|rawPath|originalUrl|resource)|(?:req|request|nextUrl)\.(?:url|path|pathname))\s{0,2}={2,3}\s{0,2}$/;
/** Bounded: a place's 400 characters. */
const METHOD_BEFORE = /\bcase\s{1,4}["'`](?:GET|PUT|POST|PATCH|DELETE)\s$/;
/** Bounded: a place's 400 characters. */
const SAILS = /["'](?:GET|PUT|POST|PATCH|DELETE)\s$/i;
/** Bounded: a place's 400 characters. */
const ENTRY = /^\s{0,2}:\s{0,4}(?:\{|\(|async\b|[A-Za-z_$])/;
/** Bounded: a place's 400 characters. */
const SCRIPT: readonly Form[] = [
  [ROUTER, FUNCTION],
  [ALONE, NAMED],
  [ASKED],
  [METHOD_BEFORE, /^\s{0,2}:/],
  [SAILS, /^\s{0,2}:\s{0,4}(?:["']\w{1,60}(?:Controller)?\.\w|\{\s{0,8}(?:controller|action)\b)/],
  // Bounded: a place's 400 characters.
  [/\bserve\(\{[^;]{0,300}\broutes\s{0,2}:\s{0,2}\{[^;]{0,200}$/, ENTRY],
  // Bounded: a place's 400 characters.
  [/\bapi(?:\.raw)?(?:<[^<>()]{0,100}>)?\(\s{0,20}\{[^}]{0,200}\bexpose\b[^}]{0,100}\bpath\s{0,2}:\s{0,2}$/],
  [
    // Bounded: a place's 400 characters.
    /\bapi(?:\.raw)?(?:<[^<>()]{0,100}>)?\(\s{0,20}\{[^}]{0,200}\bpath\s{0,2}:\s{0,2}$/,
    /^[^}]{0,100}\bexpose\b/,
  ],
  // Bounded: a place's 400 characters.
  [/\bapp\.(?:http|get|put|post|patch|deleteRequest)\([^;]{0,300}\broute\s{0,2}:\s{0,2}$/],
];
/** Bounded, as all below: a place's 400 characters before it. */
const PYTHON: readonly Form[] = [
  [/(?<![\w.])(?:Route|APIRoute|re_path)\(\s{0,20}r?$/, /^\$?\s{0,2},/],
  [/[([]\s{0,20}r?$/, /^\/?\$?["']?\s{0,2},\s{0,4}[\w.]{0,60}(?:Handler|Resource|View)\b/],
  [/\b(?:request|self|environ|scope)(?:\.path|\["?'?(?:path|PATH_INFO)["']?\])\s{0,2}==\s{0,2}$/],
  [/@\w{1,30}\.(?:route|function_name)\([^)\n]{0,120}\broute\s{0,2}=\s{0,2}$/],
];
/** Bounded: a place's 400 characters. */
const GO: readonly Form[] = [
  [/\bHTTP\(func\(\)\s{0,4}\{[^}]{0,300}\b(?:GET|PUT|POST|PATCH|DELETE)\(\s{0,4}$/],
  [/(?<!\w)(?:r|req|request)\.(?:URL\.Path|RequestURI|URL\.String\(\))\s{0,2}==\s{0,2}$/],
  [
    /(?:"(?:GET|PUT|POST|PATCH|DELETE)"|\bhttp\.Method\w{3,7})\s{0,4},\s{0,20}$/,
    /^\s{0,4},\s{0,20}(?!(?:nil|true|false|http\.Status\w{1,40}|want\w{0,40})\b)[A-Za-z]\w{0,60}(?:\.[A-Za-z]\w{0,60}){0,2},?\s{0,20}\}/,
  ],
  [/\bhuma\.(?:Get|Put|Post|Patch|Delete)\(\s{0,4}\w{1,40}\s{0,4},\s{0,4}$/],
  // Bounded: a place's 400 characters.
  [/\bhuma\.Operation\{[^}]{0,300}\bPath:\s{0,20}$/],
  [/\/\/encore:api\s[^\n]{0,100}\bpath=$/],
];
/** Bounded: a place's 400 characters. */
const JAVA: readonly Form[] = [
  [
    /(?<![\w.])path\(\s{0,4}"[^"\n]{0,80}"\s{0,4},\s{0,4}\(\)\s{0,4}->\s{0,4}\{[^}]{0,300}(?<![\w.])(?:get|put|post|patch|delete)\(\s{0,4}$/,
  ],
  [/\b[rR]oute\(\s{0,4}(?:RequestPredicates\.)?(?:GET|PUT|POST|PATCH|DELETE|path)\(\s{0,4}$/],
];
/** Bounded: a place's 400 characters. */
const PHP: readonly Form[] = [
  [/\bregister_rest_route\(\s{0,20}["'][^"'\n]{0,60}["']\s{0,4},\s{0,20}$/],
  [/\bRoute::(?:singleton|apiSingleton|resource|apiResource)\(\s{0,4}$/],
];
/** Bounded: a place's 400 characters. */
const SHARP: readonly Form[] = [
  [
    /\boverride\s{1,4}void\s{1,4}Configure\(\)\s{0,20}(?:=>|\{)[^}]{0,300}\b(?:Get|Put|Post|Patch|Delete|Routes)\(\s{0,4}$/,
  ],
  [/\bHttpTrigger\b[^;\n]{0,200}\bRoute\s{0,2}=\s{0,2}$/],
];
/** Bounded: a place's 400 characters. */
const RUBY: readonly Form[] = [
  [
    /(?:^|\n)[ \t]{0,40}(?:resources?|scope|namespace)[ (]{1,4}:?\w{1,40}[^\n]{0,80}\bpath(?::|\s{0,2}=>)\s{0,4}$/,
  ],
  [/\brequest\.path(?:_info)?\s{0,2}==\s{0,2}$/],
];
/** Bounded: a place's 400 characters. */
const RUST: readonly Form[] = [
  [/\.at\(\s{0,20}$/, /^\s{0,4},\s{0,20}(?:\w{1,30}::)?(?:get|put|post|patch|delete|\w{1,40})\b/],
  [/\bwarp::path!?\([^);]{0,80}$/],
];
/** Scala is read as Kotlin. Bounded: a place's 400 characters. */
const KOTLIN: readonly Form[] = [
  ...JAVA,
  [
    /\bcase\s{1,4}(?:\w{1,20}\s{0,2}@\s{0,2})?(?:GET|PUT|POST|PATCH|DELETE)\s{0,2}->\s{0,2}Root\s{0,2}\/[^\n]{0,100}$/,
  ],
  // Bounded: a place's 400 characters.
  [/\bpath(?:Prefix)?\([^){}\n]{0,80}$/, /^\s{0,2}\)\s{0,4}(?:\{|\()/],
];

const FORMS: Readonly<Record<string, readonly Form[]>> = {
  ...{ typescript: SCRIPT, tsx: SCRIPT, javascript: SCRIPT, python: PYTHON, go: GO, java: JAVA },
  ...{ kotlin: KOTLIN, php: PHP, csharp: SHARP, ruby: RUBY, rust: RUST },
};
const BY_LANGUAGE = new Map(
  Object.entries(FORMS).map(([language, own]) => [language, [...own, ...(GROUPS[language] ?? [])]]),
);

const formsOf = (format: Format): readonly Form[] =>
  format.kind === 'code' ? (BY_LANGUAGE.get(format.language) ?? []) : [];

/** Whether a path is a route in one of these forms; `start` and `end`: of the path. */
export function isServing(text: string, start: number, end: number, format: Format): boolean {
  const forms = formsOf(format);
  if (forms.length === 0) return false;
  const before = text.slice(Math.max(0, start - FAR), start).replace(/["'`]$/, '');
  const behind = text.slice(end, end + NEAR).replace(/^["'`]/, '');
  return forms.some(([head, tail]) => head.test(before) && (!tail || tail.test(behind)));
}

/** Whether a file has such a route of the ended path's name. */
export function hasServing(text: string, format: Format): boolean {
  if (formsOf(format).length === 0) return false;
  let left = MAX_PLACES;
  for (const { 0: path, index } of text.matchAll(PLACE)) {
    if (isServing(text, index, index + path.length, format)) return true;
    if (--left === 0) return false;
  }
  return false;
}
