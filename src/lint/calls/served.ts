// Places in data where a path is served, handed on or answered for: rules of web servers and gateways, stubs, alerts. They say
// what comes in, and none of them is a call. Told by the words of a line and of the lines around it.
import type { Format } from '../model/format-of.ts';

/** A directive that takes a path: nginx, Apache, Caddy, HAProxy. Bounded: 300 characters before the path. */
const DIRECTIVE =
  /^\s{0,40}(?:[\w.-]{1,60}\s{0,4}\{\s{0,4})?(?:location|handle(?:_path)?|route|rewrite|redir|redirect\w{0,10}|respond|uri|@\w{1,40}|acl|use_backend|http-request|path(?!\s{0,4}[=:])|if|return|reverse_proxy|map|<Location(?:Match)?|ProxyPass\w{0,10}|Rewrite\w{1,8}|Alias)\s[^{}]{0,300}$/i;
/** Keys of rules that match what comes in, and of those that look for it. */
const MATCHES =
  /^(?:match|matches|prefix|exact|path_?prefix|path_?pattern|patterns?|values?|location|rules?|regex|safe_regex|path_?separated_?prefix|prefix_?rewrite|rewrite|expr|query|field|selector|message|urlPath|urlPattern|urlPathPattern|urlEqualTo|uri_?path|given|forbidden|deny|allow(?:ed)?|block(?:ed)?|ignore|exclude)$/i;
/** What such a rule has beside its path. Bounded: 800 characters. */
const BESIDE =
  /\b(?:pathType|backend|backendRefs|proxy_pass|reverse_proxy|upstream|path_pattern|prefix_rewrite|cluster|serviceName|target_group_arn)\b\s{0,2}["']?\s{0,2}[:={\s]|\bkind:\s{0,4}(?:Ingress|HTTPRoute|VirtualService|IngressRoute|HTTPProxy)\b|"response"\s{0,4}:\s{0,4}\{|^\s{0,20}response:\s{0,4}$|\balert:\s/m;
/** A rule of Traefik, in whatever it stands. Bounded: 80 characters. */
const RULE = /\b(?:Path|PathPrefix|PathRegexp|HostRegexp)\([^()\n]{0,80}$/;
/** As much of the text on each side. */
const FAR = 400;

/** `name`: what the value is called. */
export function isServedIn(text: string, at: number, name: string, { kind }: Format): boolean {
  const head = text.slice(Math.max(0, at - FAR), at);
  const before = head.slice(head.lastIndexOf('\n') + 1);
  const line = before.slice(Math.max(before.lastIndexOf(';'), -1) + 1);
  if (kind === 'text' || kind === 'pairs')
    return DIRECTIVE.test(line) && !/https?:\/\/|\$[\w{(]|[\w)\]]\s{0,2}&\s{0,2}"$/.test(line);
  if (kind !== 'yaml' && kind !== 'json' && kind !== 'hcl') return false;
  // Bounded: 400 characters.
  const key = /([\w-]{1,60})["']?\s{0,3}[:=]\s{0,3}[["'{(]{0,3}$/.exec(before)?.[1] ?? name;
  if (RULE.test(before)) return true;
  return MATCHES.test(key) || BESIDE.test(text.slice(Math.max(0, at - FAR), at + FAR));
}
