// `paybatch-ignore RULE -- REASON` in a comment on the line, or the line before. A reason is required; a suppression that
// suppresses nothing is told.
import { didYouMean } from '../../csv/suggest.ts';
import { isRuleId, RULE_IDS, type RuleId } from '../../interface/rules.ts';
import type { Comment } from '../code/tokens/token.ts';

export interface Suppression {
  readonly rule: RuleId;
  /** 0-based line of the comment. */
  readonly line: number;
  /** Behind code: it speaks for its own line alone. */
  readonly trailing: boolean;
  used: boolean;
}

export interface Suppressions {
  readonly list: readonly Suppression[];
  /** The same by their lines: a file may hold as many as it has lines. */
  readonly byLine: ReadonlyMap<number, readonly Suppression[]>;
  readonly notes: { readonly line: number; readonly message: string }[];
  /** Marks that suppress nothing for what they say, by their lines; of every rule where they name none. */
  readonly unheeded: ReadonlyMap<number, Unheeded>;
}

/** Somebody wanted a line to stay. */
interface Unheeded {
  readonly rule: RuleId | undefined;
  readonly trailing: boolean;
  /** What is wrong with it. */
  readonly why: string;
}

const MARK = 'paybatch-ignore';
const COMMENT_START = /(^|\s)(#|\/\/|\/\*|<!--|--|;|\*|\{#|<%#|%)/;

export function suppressionsIn(
  text: string,
  comments: readonly Comment[] | undefined,
  lineOf: (offset: number) => number,
): Suppressions {
  const list: Suppression[] = [];
  const byLine = new Map<number, Suppression[]>();
  const notes: { line: number; message: string }[] = [];
  const unheeded = new Map<number, Unheeded>();
  if (!text.includes(MARK)) return { list, byLine, notes, unheeded };
  const isInside = comments && insideOf(comments);
  for (const found of text.matchAll(/paybatch-ignore\b([^\n]*)/g)) {
    const line = lineOf(found.index);
    if (!(isInside ? isInside(found.index) : beginsComment(text, found.index))) continue;
    const rule = said(found[1] ?? '');
    if (typeof rule !== 'string') {
      notes.push({ line, message: rule.message });
      unheeded.set(line, { rule: rule.rule, why: rule.why, trailing: isTrailing(text, found.index) });
    } else {
      const one = { rule, line, trailing: isTrailing(text, found.index), used: false };
      list.push(one);
      const others = byLine.get(line);
      if (others) others.push(one);
      else byLine.set(line, [one]);
    }
  }
  return { list, byLine, notes, unheeded };
}

/** What stands behind the mark, `: RULE -- REASON`, and what ends the comment: the rule, or what is wrong with it. */
function said(rest: string): RuleId | Wrong {
  const [, other] = /^-(\w[\w-]*)/.exec(rest) ?? [];
  if (other !== undefined)
    return wrong(
      `there is no ${MARK}-${other}: ${FORM} speaks for a line, lint.ignore in the config file for whole files`,
      UNKNOWN,
    );
  const close = rest.search(CLOSE);
  const text = (close < 0 ? rest : rest.slice(0, close)).trim();
  const [before = '', rule = ''] = /^:?\s*([\w-]*)/.exec(text) ?? [];
  const behind = text.slice(before.length);
  const after = behind.trim();
  const isMarked = after.startsWith('--') && /^\s/.test(behind);
  if (rule.replace(/^-+/, '') === '' || (after !== '' && !isMarked && !isRuleId(rule)))
    return wrong(`${MARK} names no rule`, UNKNOWN);
  if (!isRuleId(rule))
    return wrong(`${MARK}: there is no rule ${rule}${didYouMean(rule, RULE_IDS)}`, UNKNOWN);
  if ((after.slice(0, 200).match(WORD) ?? []).slice(0, 2).some(isRuleId) && !isMarked)
    return wrong(
      `${MARK} names several rules and suppresses nothing: one comment for each, ${FORM}`,
      'for several rules at once',
    );
  if (after !== '' && !isMarked)
    return wrong(`${MARK} ${rule} suppresses nothing: write -- before the reason`, NO_REASON, rule);
  return !LETTER.test(after)
    ? wrong(
        `${MARK} ${rule} gives no reason and suppresses nothing: ${MARK} ${rule} -- REASON`,
        NO_REASON,
        rule,
      )
    : rule;
}

interface Wrong {
  readonly message: string;
  readonly why: string;
  readonly rule: RuleId | undefined;
}

const wrong = (message: string, why: string, rule?: RuleId): Wrong => ({ message, why, rule });
const NO_REASON = 'without a reason';
const UNKNOWN = 'for no rule that there is';

/** What ends a comment, in whatever language: behind it stands no reason, and it is none. */
const CLOSE = /\*\/|--%>|--\}\}|-->|#\}|%>|\}\}|-\}|#>|\]\]|\*\)|"""|'''/;
const LETTER = /[\p{L}\p{N}]/u;

const FORM = `${MARK} RULE -- REASON`;
const WORD = /[\w-]+/g;

/** How far below a comment a finding may stand that it seems to be meant for. */
const MEANT = 5;

/** Suppressions without anything to suppress: where such a finding stands a little below, the empty line is to blame. */
export function unusedIn(
  { list }: Suppressions,
  findings: readonly { readonly rule: string; readonly line: number }[],
): Suppressions['notes'] {
  const places = new Set(findings.map(({ rule, line }) => `${rule} ${line - 1}`));
  return list
    .filter(({ used }) => !used)
    .map(({ line, rule }) => {
      let at = line + 1;
      while (at <= line + MEANT && !places.has(`${rule} ${at}`)) at++;
      const todo =
        at > line + MEANT
          ? 'remove it'
          : `the finding is in line ${at + 1}; put the comment on that line, or by itself on the one before`;
      return { line, message: `${MARK} ${rule} suppresses nothing: ${todo}` };
    });
}

/** Whether something stands before the comment in its line. */
function isTrailing(text: string, at: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const comment = before.search(/#|\/\/|\/\*|<!--|--|;|\{#|<%#|%/);
  return /[\w)\]}"'`;,]/.test(comment < 0 ? before : before.slice(0, comment));
}

function beginsComment(text: string, at: number): boolean {
  return COMMENT_START.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
}

/** Whether a place lies in one of the comments; asked for places from the beginning of the text to its end. */
function insideOf(comments: readonly Comment[]): (at: number) => boolean {
  const sorted = [...comments].sort((a, b) => a.start - b.start);
  let next = 0;
  let end = 0;
  return (at) => {
    for (let one = sorted[next]; one && one.start <= at; one = sorted[++next]) end = Math.max(end, one.end);
    return at < end;
  };
}

/** A comment speaks for the line below it, over at most two more. */
const REACH = 3;

/** The suppression of a finding on a (0-based) line; a comment speaks for the line below it, over further comments but no blank line. */
export function suppressedBy(
  suppressions: Suppressions,
  rule: RuleId,
  line: number,
  isComment: (line: number) => boolean,
): Suppression | undefined {
  const near = [REACH, 2, 1, 0].flatMap((above) => suppressions.byLine.get(line - above) ?? []);
  return near.find((one) => one.rule === rule && speaksFor(one, one.line, line, isComment));
}

/** Why a finding on a line is left as it is: somebody wanted that, and what they wrote suppresses nothing. */
export function keptBy(
  { unheeded }: Suppressions,
  rule: RuleId,
  line: number,
  isComment: (line: number) => boolean,
): string | undefined {
  for (let at = line; at >= line - REACH; at--) {
    const one = unheeded.get(at);
    if (one && (one.rule ?? rule) === rule && speaksFor(one, at, line, isComment))
      return `${MARK} stands beside it, ${one.why}`;
  }
  return undefined;
}

function speaksFor(
  { trailing }: { readonly trailing: boolean },
  from: number,
  line: number,
  isComment: (line: number) => boolean,
): boolean {
  if (from === line) return true;
  if (trailing) return false;
  for (let between = from + 1; between < line; between++) if (!isComment(between)) return false;
  return true;
}
