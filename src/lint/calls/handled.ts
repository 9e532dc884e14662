// Routes that a source answers itself, in languages and frameworks whose calls nobody takes for a server's: told by the word
// before a path, and by the function or the block behind it.
import type { Format } from '../model/format-of.ts';

const VERBS = '(?:get|post|put|patch|delete|del|options|head|any|all|match|route|forward|prefix|ws)';
/** What routes are defined on: the others are clients. */
const ROOTS = '(?:app|router|routes?|r|srv|svr|server|mux|api)';
/** What begins a handler. Bounded: 60 characters. */
const FUNCTION =
  /^\s{0,20}(?:,|=>|,\s{0,20}\[[^\]\n]{0,40}\])\s{0,20}(?:sub\b|\\&|(?:async\s{1,4})?(?:function\s{0,4}\w{0,40})?\(\s{0,4}(?:const\s{1,4}|final\s{1,4})?(?:[\w:.<>]{1,60}\s?&?\s{1,4})?_?(?:self|req|request|ctx|context|c|conn|env|params|event|Request)\b)/;

/** A verb that begins a line, or is called on a router. Bounded: a place's 500 characters before it. */
const BARE = new RegExp(`(?:^|[\\n;{(])[ \\t]{0,40}${VERBS}[ \\t(]{1,4}$`);
const ROUTED = new RegExp(
  `(?:^|[^\\w.>:])\\$?${ROOTS}(?:\\.|:|->)${VERBS}\\((?:\\s{0,4}["'][\\w,]{1,40}["'],\\s{0,4})?$`,
  'i',
);
/** Ruby, Crystal, Julia, Elixir, Roda's tree. Bounded, too. */
const BLOCK = /^\)?[ \t]{0,4}(?:do\b|\{(?!\s{0,4}["'}]))/;
const TREE = /(?:^|[\s{])r\.(?:on|is|get|post|put|patch|delete)[ (]$/;

/** What stands before and behind it in each kind. Bounded: 500 characters before a place, 160 behind it. */
const CLOJURE = /\((?:GET|POST|PUT|PATCH|DELETE|ANY|HEAD|OPTIONS|context|defroute)\s{1,4}$/;
const VECTOR = /^\s{1,20}(?:\{\s{0,20}:(?:get|post|put|patch|delete|name|handler)\b|:(?:get|post|any|put)\b)/;
const PERL_BARE = new RegExp(
  `(?:^|[\\n;{])[ \\t]{0,40}${VERBS}[ \\t(]{1,4}(?:\\[[^\\]]{0,60}\\]\\s{0,4}=>\\s{0,4})?$`,
);
const PERL_BEHIND = /^\s{0,4}=>\s{0,4}(?:sub\b|\\&|\{|["'][\w#-]{1,60}["']\s{0,4}[;)])/;
const PERL_TO = /^\)\s{0,20}->\s{0,4}(?:to|over|requires|name)\(/;
/** Bounded: 500 characters before a place. */
const SHARP =
  /\b(?:(?:sub)?[rR]oute\w{0,10}|pathScan|pathStarts)\s{0,3}\(?$|\brouter\s{0,4}\{[^}]{0,400}\b(?:get|post|put|patch|delete|forward)\s{1,3}$/;
const POWERSHELL = /\bAdd-(?:Pode|PSW|UD)\w{0,20}(?:Route|Endpoint|Api)\w{0,10}\b[^\n|;]{0,200}$/;
const R = /\bpr_(?:get|post|put|patch|delete|handle|mount)\([^)\n]{0,120}$/;
const TABLE = /^\s{0,2}\]\s{0,4}=(?!=)/;
const ERLANG = /^\s{0,2},\s{0,4}[a-z]\w{0,60}\s{0,4},/;
const SCOTTY = /^\s{1,4}(?:\$|do\b|>>=|\(fun\b)/;
const ZIG = /^\s{0,2},\s{0,4}&?[\w.]{1,60}\s{0,4}[,)]/;

/** In languages with a reader of their own, the forms that it takes for a client's. Bounded: 500 characters before a place. */
const CHAIN = new RegExp(
  `\\b(?:new\\s{1,3}(?:Elysia|Hono|\\w{0,20}Router|\\w{0,20}App)|express|fastify|polka|createRouter|createApp)\\b\\s{0,3}\\([^;]{0,400}\\.${VERBS}\\($`,
);
const SERVING = /\bURLPattern\([^)]{0,80}$|\bRouteFactory\([^)]{0,80}$/;
const PATTERN = /\b(?:request_path|path_info):\s{0,3}$|\b(?:GET|POST|PUT|PATCH|DELETE)\(p$/;

/** `before` and `behind`: what stands around the path, its own quotes left out. */
export function isHandled(before: string, behind: string, format: Format, text: string): boolean {
  const handler = FUNCTION.test(behind);
  switch (format.kind) {
    case 'clojure':
      return CLOJURE.test(before) || (/\[\s{0,4}$/.test(before) && VECTOR.test(behind));
    case 'r':
      return R.test(before);
    case 'script':
      return isScripted(before, behind) || (handler && (BARE.test(before) || ROUTED.test(before)));
    case 'text':
      return isOther(before, behind, text, handler);
    case 'code':
      return isCoded(before, behind, format.language, handler);
    default:
      return false;
  }
}

/** Perl, Lua, F#, Julia, PowerShell. */
function isScripted(before: string, behind: string): boolean {
  if (PERL_BARE.test(before) && (PERL_BEHIND.test(behind) || BLOCK.test(behind))) return true;
  if (PERL_TO.test(behind) || TABLE.test(behind)) return true;
  if (SHARP.test(before) || POWERSHELL.test(before)) return true;
  return ROUTED.test(before) && /^\s{0,2},/.test(behind);
}

/** Crystal, Haskell, OCaml, Erlang, Zig, Nim and others that are read as text. */
function isOther(before: string, behind: string, text: string, handler: boolean): boolean {
  if (BARE.test(before)) return handler || BLOCK.test(behind) || SCOTTY.test(behind);
  if (ROUTED.test(before)) return handler || ZIG.test(behind);
  return /\{\s{0,4}$/.test(before) && ERLANG.test(behind) && text.includes('cowboy_router');
}

function isCoded(before: string, behind: string, language: string, handler: boolean): boolean {
  if (PATTERN.test(before) || SERVING.test(before) || CHAIN.test(before)) return true;
  if (language === 'ruby')
    return (BARE.test(before) && BLOCK.test(behind)) || (TREE.test(before) && BLOCK.test(behind));
  return handler && (BARE.test(before) || ROUTED.test(before));
}
