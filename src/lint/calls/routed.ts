// Routes that a document defines: descriptions of an interface, gateways, functions and their events, tables of routes. Somebody's
// own product has the path there, unless the document speaks of this service elsewhere: it may then be a copy of its description,
// or what forwards to it. Told by the key, by what is around it and by the words of the document.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { PathUse } from '../model/model.ts';
import { fenceAt } from './fenced.ts';
import { isHandled } from './handled.ts';
import { isRoutedInCode } from './routed-in-code.ts';
import { unfixed } from './unfixed.ts';

/** As much of the text on each side. */
const FAR = 500;
const NEAR = 160;
/** A scheme or a hole before the path: somebody is addressed. */
const ADDRESSED = /^(?:[a-z]+:\/\/|\{\}|\$|<|%|:)/i;
/** Keys whose value is a route wherever they stand. */
const ROUTE_KEYS =
  /^(?:paths|routes?|route_?key|listen_?path|(?:up|down)stream_?path_?template|url_?pattern|url_?template|path_?(?:part|pattern|prefix|regexp?)|predicates?|matche[rs]|rule|http_?api|source|patterns?)$/i;
/** Keys whose value is one below or beside words of a table of routes. */
const PATH_KEYS =
  /^(?:path|uri|url|endpoint|https?|get|put|post|patch|delete|name|values?|resource|from|\d+)$/i;
/** What such a table or an entry of it is called. */
const TABLES =
  /^(?:routes?|routers?|paths|events|bindings|predicates|match(?:es)?|virtual_?hosts|rest_?endpoints|rewrites|redirects|edge_functions|listeners?|handlers|conditions|rules|zuul|(?:startup|liveness|readiness)_?probe)$|^zuul\.|gateway/i;
/** What an entry of it has beside its path. Bounded: 1,000 characters. */
const BESIDE =
  /(?:^|[\s"'{,])(?:_?controller|handler|script|service_?id|cluster_?id|upstream|integration|lambda|function|backend|predicates|target_?url|authorizer|allowedRoles|zone_name)["']?\s{0,3}[:=]|AWS::(?:Serverless|ApiGateway\w{0,10})::/m;
/** A description of an interface: all of its keys are routes. */
const DESCRIBES = /(?:^|[\s{,])["']?(?:openapi|swagger)["']?\s{0,4}:\s{0,4}["']?[23]/m;
/** Terraform's resources that have routes. */
const RESOURCES =
  /route|api_?gateway|listener|url_map|api_management|ruleset|waf|kong|ingress|cloudfront|frontdoor|proxy|page_rule/;
/** Bounded: names of 80 characters. */
const BLOCK = /^(\w{1,40})[ \t]{1,10}"([\w-]{1,80})"/gm;

/** Elements of XML that serve what they name. Bounded: 500 characters before a place. */
const ELEMENT =
  /<(?:[\w-]{1,40}:)?(?:resources?|listener|intercept-url|url-pattern|match|location|routes?|rest|get|put|post|patch|delete|rule|from|servlet|mapping)\b(?:\s[^<>]{0,300})?>?\s{0,40}$/;
/** Text: interfaces' languages before a path, and Apex. Bounded: 500 characters. */
const TEXT_BEFORE =
  /@RestResource\(\s{0,4}urlMapping\s{0,2}=\s{0,2}'$|@(?:route|http)\([^()\n]{0,80}$|^[ \t]{0,20}#{1,6}[ \t][^\n[]{0,120}\[(?:(?:GET|PUT|POST|PATCH|DELETE)[ \t])?$/;
/** A line of Play's routes, of a file of redirects and of go-zero. Bounded: 300 characters. */
const TEXT_LINE =
  /^[ \t]{0,20}(?:(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|\*)[ \t]{1,20}\/\S{1,200}[ \t]{1,40}@?[A-Za-z_]\w{0,60}\.[\w.]{1,100}|\/\S{1,200}[ \t]{1,40}(?:\/|https?:\/\/)\S{1,200}(?:[ \t]{1,40}\d{3}!?)?[ \t]{0,20}\r?$|(?:get|put|post|patch|delete)[ \t]{1,20}\/\S{1,200}[ \t]{1,40}(?:\([^()]{0,60}\)[ \t]{0,20})?returns?\b)/;
/** API Blueprint says so at its head. Bounded: words. */
const BLUEPRINT = /^FORMAT:\s{0,4}1A\b/;

/** What is no call of this service, as far as anything here says. */
export function withoutCall(hit: Hit, reason: string): Hit {
  return {
    ...unfixed(hit, reason),
    confidence: hit.confidence === 'high' ? 'medium' : hit.confidence,
    evidence: hit.evidence.filter((one) => one !== 'is called'),
  };
}

/** Whether a path is the route that a source defines, whosever it is. */
export function isRouted(use: PathUse, text: string, format: Format): boolean {
  if (ADDRESSED.test(use.path)) return false;
  const { start, end } = use.at;
  const head = text.slice(Math.max(0, start - FAR), start);
  const before = head.slice(head.lastIndexOf('\n') + 1);
  const behind = text.slice(end, end + FAR).split('\n', 1)[0] ?? '';
  if (isHandled(head.replace(/["'`]$/, ''), text.slice(end, end + NEAR).replace(/^["'`]/, ''), format, text))
    return true;
  switch (format.kind) {
    case 'proto':
      return true;
    case 'code':
      return isRoutedInCode(head, text, format.language);
    case 'json':
    case 'yaml':
    case 'pairs':
      return isKey(behind) || isValue(use, before, text, format.kind);
    case 'hcl':
      return RESOURCES.test(resourceAround(text, start));
    case 'xml':
      return ELEMENT.test(head);
    case 'text':
      return (
        isKey(behind) ||
        ELEMENT.test(head) ||
        TEXT_BEFORE.test(before) ||
        TEXT_LINE.test(`${before}${use.literal}${behind}`) ||
        (BLUEPRINT.test(text) && /^\s{0,10}#/.test(before))
      );
    case 'markdown':
      return isFenced(use, text);
    default:
      return false;
  }
}

/** In a document's block of source, what it is in such a source. */
function isFenced(use: PathUse, text: string): boolean {
  const fence = fenceAt(text, use.at.start);
  if (!fence) return false;
  const { start, end } = use.at;
  const at = { start: start - fence.start, end: end - fence.start };
  return isRouted({ ...use, at }, text.slice(fence.start, fence.end), fence.format);
}

/** `/api/v1/current-tenant:` with what belongs to it below. */
const isKey = (behind: string): boolean => /^["']?\s{0,3}:(?:\s|$)/.test(behind);

function isValue({ context, at, path }: PathUse, before: string, text: string, kind: string): boolean {
  // Bounded: a name of 60 characters, and a method before the path.
  const written =
    /([\w.[\]-]{1,60})["']?\s{0,3}[:=]\s{0,3}[["'{(`]{0,3}(?:[A-Za-z]{3,7}\s{1,3})?$/.exec(before)?.[1] ?? '';
  if (/^Path=/.test(path) || /(?:^|[\s"'=-])Path=$/.test(before)) return true;
  const names = context.names.map((name) => name.replace(/\[\d*\]$/, ''));
  const [nearest = '', ...outer] = names;
  const key =
    written
      .split('.')
      .at(-1)
      ?.replace(/\[\d*\]$/, '') || nearest;
  if (ROUTE_KEYS.test(key) || ROUTE_KEYS.test(nearest)) return true;
  // Lists of routes, by who may ask for them: `routes: { public: [...], private: [...] }`.
  if (path.startsWith('/') && /^[\s"'-]{1,40}$/.test(before) && outer.some((name) => /^routes?$/i.test(name)))
    return true;
  if (!PATH_KEYS.test(key)) return false;
  const above = kind === 'pairs' ? written.split(/[.[\]]/) : outer;
  const around = text.slice(Math.max(0, at.start - FAR), at.end + FAR);
  return above.some((name) => TABLES.test(name)) || BESIDE.test(around) || DESCRIBES.test(text);
}

/** The type of the resource whose block a place stands in. */
function resourceAround(text: string, at: number): string {
  let found = '';
  for (const [, kind, type = ''] of text.slice(0, at).matchAll(BLOCK))
    found = kind === 'resource' ? type : '';
  return found;
}
