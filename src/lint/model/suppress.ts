// `paybatch-ignore RULE -- REASON` in a comment on the line or on the line before. A comment that names no rule or no
// reason, or that suppresses nothing, is reported as a note.
import { isRuleId, type RuleId } from '../../interface/rules.ts';
import type { Comment } from './facts.ts';
import type { Lines } from './lines.ts';

const MARK = 'paybatch-ignore';

/** A suppression that is none, or an ignore file that is not used. `line`: 1-based. */
export interface Note {
  readonly line: number;
  readonly code: 'malformed' | 'unknown-rule' | 'unused' | 'ignore-file';
  /** The rule, or why the file is not used. */
  readonly given?: string;
}

interface Suppression {
  readonly rule: RuleId;
  /** 0-based line of the comment. */
  readonly line: number;
  /** It comes after code, and applies to that line only. */
  readonly isTrailing: boolean;
  isUsed: boolean;
}

const COMMENT_START = /(?:^|\s)(?:#|\/\/|\/\*|<!--|--|;|\*|\{#|<%#|%)/;
/** What ends a comment, in whatever language. */
const CLOSE = /\*\/|--%>|--\}\}|-->|#\}|%>|\}\}|-\}|#>|\]\]|\*\)|"""|'''/;
const FORM = /^\s+([\w-]+)\s+--\s(.*)/;

export class Suppressions {
  readonly #byLine = new Map<number, Suppression[]>();
  readonly #notes: Note[] = [];

  /** `comments`: none if the format has no comments, or its reader does not collect them. */
  constructor(text: string, comments: readonly Comment[], lines: Lines) {
    if (!text.includes(MARK)) return;
    const isInside = comments.length === 0 ? undefined : insideOf(comments);
    for (const found of text.matchAll(/paybatch-ignore\b([^\n]*)/g)) {
      const { line, column } = lines.at(found.index);
      const before = lines.text(line).slice(0, column);
      const isComment = isInside?.(found.index) ?? COMMENT_START.test(before);
      this.#add(found[1] ?? '', line, isComment ? before : undefined);
    }
  }

  /** `before`: the line up to the comment; none outside of comments. */
  #add(rest: string, line: number, before: string | undefined): void {
    const [, rule = '', behind = ''] = FORM.exec(rest) ?? [];
    if (before === undefined) {
      if (isRuleId(rule)) this.#notes.push({ line: line + 1, code: 'unused', given: rule });
      return;
    }
    const reason = behind.split(CLOSE, 1)[0] ?? '';
    if (!/[\p{L}\p{N}]/u.test(reason)) this.#notes.push({ line: line + 1, code: 'malformed' });
    else if (!isRuleId(rule)) this.#notes.push({ line: line + 1, code: 'unknown-rule', given: rule });
    else {
      const one: Suppression = { rule, line, isTrailing: isTrailing(before), isUsed: false };
      const others = this.#byLine.get(line);
      if (others) others.push(one);
      else this.#byLine.set(line, [one]);
    }
  }

  /** Whether a finding on a 0-based line is suppressed: there, or by the block of comments above it. */
  suppresses(rule: RuleId, line: number): boolean {
    for (let at = line; ; at--) {
      const here = this.#byLine.get(at) ?? [];
      const by = here.find((one) => one.rule === rule && (at === line || !one.isTrailing));
      if (by) by.isUsed = true;
      if (by || (at < line && here.length === 0)) return by !== undefined;
    }
  }

  /** Asked for when all findings are known. */
  notes(): Note[] {
    const unused = [...this.#byLine.values()].flat().filter(({ isUsed }) => !isUsed);
    return [
      ...this.#notes,
      ...unused.map(({ rule, line }): Note => ({ line: line + 1, code: 'unused', given: rule })),
    ];
  }
}

/** Whether code comes before the comment on its line. */
function isTrailing(before: string): boolean {
  const comment = before.search(/#|\/\/|\/\*|<!--|--|;|\{#|<%#|%/);
  // A quote alone is VB's comment, or begins a line of a notebook.
  return /[\w)\]};,]/.test(comment < 0 ? before : before.slice(0, comment));
}

/** Asked for offsets that only grow. */
function insideOf(comments: readonly Comment[]): (at: number) => boolean {
  const sorted = comments.map(({ span }) => span).sort((a, b) => a.start - b.start);
  let next = 0;
  let end = 0;
  return (at) => {
    for (let one = sorted[next]; one && one.start <= at; one = sorted[++next]) end = Math.max(end, one.end);
    return at < end;
  };
}
