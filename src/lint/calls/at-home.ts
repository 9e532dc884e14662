// Calls at this machine, and what a page asks of the server that it came from: none of them is a call of this service, though
// one's own server may hand it on.
import type { PathUse } from '../model/model.ts';
import { addressOf, variableOf } from './called-at.ts';

export const LOCAL =
  /^(?:(?:[\w-]{1,40}\.){0,2}localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)$/;
/** A base that a browser, or a test of one's own server, is given. */
const ORIGIN =
  /location\.(?:origin|host|href|protocol)|import\.meta\.env|\b(?:NEXT_PUBLIC|VITE|REACT_APP|VUE_APP|NUXT_PUBLIC|EXPO_PUBLIC|PUBLIC|__ENV)[_.]|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\b|(?:base_?url|baseURL|prefix_?url)["']?\s{0,3}[:=]\s{0,3}["'`]\/|\b(?:TestServer|live_server|self_?url)\b/i;
/** Of these, those of a page. */
const PAGE =
  /location\.(?:origin|host|href|protocol)|import\.meta\.env|\b(?:NEXT_PUBLIC|VITE|REACT_APP|VUE_APP|NUXT_PUBLIC|EXPO_PUBLIC)_/;
/** A deployment of what lies beside it, as workflows name its address. */
const DEPLOYED =
  /\bdeployment_status\b|(?<![a-z])(?:preview|deploy(?:ment)?|review|environment|vercel|prime)[-_]?(?:app[-_]?)?ur[il](?![a-z])|\b(?:steps|needs|jobs)\.[\w-]{1,60}\.outputs\.[\w-]{0,40}(?:url|host)/i;
/** This machine, without a scheme. */
const AT_HOME = /(?:^|[\s"'`])(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d{2,5})?\/api\/v1\/$/;
/** With a port that a template fills in. Bounded: names of 40 characters. */
const AT_PORT =
  /:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(?:\{\{[^{}\n]{1,40}\}\}|\$?\{\w{1,40}\}|\$\w{1,40})\/api\/v1\/$/;
/** A machine whose name isn't written out, and its port. */
const MACHINE = /^(?:(?:localhost|127\.0\.0\.1):\d{2,5}|http:\/\/\{\}|\}\}):\d{2,5}\//;
/** With the cookies of its page, which this service takes none of. Bounded: 200 characters of a call's other arguments. */
const COOKIES =
  /^["'`]?\s{0,3},\s{0,20}\{[^;]{0,200}?\b(?:credentials["']?\s{0,3}:\s{0,3}["'](?:include|same-origin)["']|withCredentials["']?\s{0,3}:\s{0,3}true)/;
const ARGUMENTS = 240;
/** What takes no address but a whole one, or a page's own; and a client that may have one of its own. */
const FETCH = /^(?:(?:window|self|globalThis)\.)?fetch$|^(?:\$|jQuery)\.(?:get|post|ajax|getJSON)$/;
/** Hooks of pages, which ask by what the page is given. */
const HOOKS = /^(?:use(?:SWR\w{0,10}|Fetch|LazyFetch|Query)|\$fetch)$/;
const AXIOS = /^axios(?:\.\w{1,20})?$/;
/** The address of what a server was asked for, as the base of another: `new URL('/path', request.url)`. */
const ASKED =
  /^(?:(?:req|request|ctx\.req|ctx\.request|event\.request|args\.request|c\.req)\.(?:url|nextUrl(?:\.(?:origin|href))?|headers\.origin)|(?:(?:window|self|globalThis)\.)?location(?:\.(?:origin|href))?|document\.baseURI|nextUrl(?:\.origin)?)$/;
/** A prefix of one's own before the path. */
const PREFIXED = /^\/(?!\/)(?!api\/v1\/current-tenant)/;
/** Files and packages of pages. */
const PAGES = /\.(?:[jt]sx|vue|svelte|html?)$/i;
const OF_PAGES =
  /(?:^|\/)(?:(?:vite|next|nuxt|svelte|astro|remix|quasar|vue|webpack|craco)\.config\.[cm]?[jt]s|angular\.json|index\.html)$/;
const BROWSER =
  /\b(?:document|window|localStorage|sessionStorage)\.\w|\bwithCredentials\b|['"]use client['"]/;

export const OF_PAGE = 'is asked of the server that its page came from';

export const isOrigin = (text: string): boolean => ORIGIN.test(text);
export const isMachine = ({ path }: PathUse): boolean => MACHINE.test(path);
export const isAtPort = (use: PathUse, text: string): boolean => AT_PORT.test(addressOf(use, text));

/** Whether a package has pages, by the names of its files. */
export const hasPages = (names: readonly string[]): boolean =>
  names.some((name) => PAGES.test(name) || OF_PAGES.test(name));

interface Called {
  readonly text: string;
  readonly path: string;
  /** Of a source that a browser may run. */
  readonly isScript: boolean;
}

/** Why what is called is one's own server, if that is sure. `host`: where the call names one. */
export function ofOwnServer(use: PathUse, host: string, called: Called): string | undefined {
  const address = addressOf(use, called.text);
  if (LOCAL.test(host) || isMachine(use) || AT_HOME.test(address) || AT_PORT.test(address))
    return 'is called at this machine';
  if (DEPLOYED.test(address)) return 'is called at a deployment of this repository';
  if (COOKIES.test(called.text.slice(use.at.end, use.at.end + ARGUMENTS)))
    return 'is asked with the cookies of its page';
  const isSure = PAGES.test(called.path) || BROWSER.test(called.text);
  return PAGE.test(address) || (isSure && isRelative(use, called)) ? OF_PAGE : undefined;
}

/** Whether a call is surely asked of the server that its page came from, whatever it is called: below a prefix, or at its address. */
export function isOfPage(use: PathUse, { text, isScript }: Called): boolean {
  if (ASKED.test(variableOf(use, text) ?? '')) return true;
  const [call = ''] = use.context.names;
  return isScript && PREFIXED.test(use.path) && (FETCH.test(call) || HOOKS.test(call));
}

/** Whether a call names no address in a way that a page alone can. */
export function isRelative(use: PathUse, { text, isScript }: Called): boolean {
  const [call = ''] = use.context.names;
  if (!isScript || !use.literal.startsWith('/') || variableOf(use, text) !== undefined) return false;
  return FETCH.test(call) || AXIOS.test(call);
}
