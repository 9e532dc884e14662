// `paybatch-ignore RULE -- REASON` in a comment on the line, or on the line before. A reason is required. What is wrong with a
// suppression, and one that suppresses nothing, is a note.
import { isRuleId, type RuleId } from '../../interface/rules.ts';
import type { Comment } from './facts.ts';
import type { Lines } from './lines.ts';

const MARK = 'paybatch-ignore';

export type NoteCode =
  /** `paybatch-ignore-file` and the like: `given` is not a form of the mark. */
  | 'unknown-mark'
  | 'no-rule'
  /** There is no rule `given`. */
  | 'unknown-rule'
  | 'several-rules'
  /** The reason for `given` has no `--` before it. */
  | 'no-dashes'
  | 'no-reason'
  /** It suppresses nothing; the next finding of rule `given` is in line `near`. */
  | 'unused'
  /** An ignore file is not used: `given` says why. */
  | 'ignore-file';

/** `line`: 1-based. */
export interface Note {
  readonly line: number;
  readonly code: NoteCode;
  readonly given?: string;
  readonly near?: number;
}

interface Suppression {
  readonly rule: RuleId;
  /** 0-based line of the comment. */
  readonly line: number;
  /** It stands behind code, and holds for its own line only. */
  readonly isTrailing: boolean;
  isUsed: boolean;
}

/** A comment holds for the line below it, over at most two more lines of comments. */
const REACH = 3;
/** How far below an unused suppression a finding may be that it seems to be meant for. */
const MEANT = 5;
const COMMENT_START = /(?:^|\s)(?:#|\/\/|\/\*|<!--|--|;|\*|\{#|<%#|%)/;
const ONLY_COMMENT = /^\s*(?:#|\/\/|\/\*|\*|<!--|--|;|@)/;
/** What ends a comment, in whatever language. */
const CLOSE = /\*\/|--%>|--\}\}|-->|#\}|%>|\}\}|-\}|#>|\]\]|\*\)|"""|'''/;

export class Suppressions {
  readonly #lines: Lines;
  readonly #list: Suppression[] = [];
  readonly #byLine = new Map<number, Suppression[]>();
  readonly #notes: Note[] = [];

  /** `comments`: none if the format has no comments, or its reader does not collect them. */
  constructor(text: string, comments: readonly Comment[], lines: Lines) {
    this.#lines = lines;
    if (!text.includes(MARK)) return;
    const isInside = comments.length === 0 ? undefined : insideOf(comments);
    for (const found of text.matchAll(/paybatch-ignore\b([^\n]*)/g)) {
      const { line, column } = lines.at(found.index);
      const before = lines.text(line).slice(0, column);
      if (!(isInside?.(found.index) ?? COMMENT_START.test(before))) continue;
      const rule = ruleIn(found[1] ?? '');
      if (typeof rule === 'string') this.#add({ rule, line, isTrailing: isTrailing(before), isUsed: false });
      else this.#notes.push({ ...rule, line: line + 1 });
    }
  }

  #add(one: Suppression): void {
    this.#list.push(one);
    const others = this.#byLine.get(one.line);
    if (others) others.push(one);
    else this.#byLine.set(one.line, [one]);
  }

  /** Whether a finding on a 0-based line is suppressed. */
  suppresses(rule: RuleId, line: number): boolean {
    const near = [REACH, 2, 1, 0].flatMap((above) => this.#byLine.get(line - above) ?? []);
    const by = near.find((one) => one.rule === rule && this.#reaches(one, line));
    if (by) by.isUsed = true;
    return by !== undefined;
  }

  #reaches({ line: from, isTrailing }: Suppression, line: number): boolean {
    if (from === line) return true;
    if (isTrailing || line - from > REACH) return false;
    for (let between = from + 1; between < line; between++)
      if (!ONLY_COMMENT.test(this.#lines.text(between))) return false;
    return true;
  }

  /** `findings`: those that are left, with 1-based lines. */
  notes(findings: readonly { readonly rule: string; readonly line: number }[]): Note[] {
    const unused = this.#list.filter(({ isUsed }) => !isUsed);
    if (unused.length === 0) return this.#notes;
    const places = new Set(findings.map(({ rule, line }) => `${rule} ${line}`));
    return [
      ...this.#notes,
      ...unused.map(({ line, rule }): Note => {
        const near = Array.from({ length: MEANT }, (_, i) => line + 2 + i).find((at) =>
          places.has(`${rule} ${at}`),
        );
        return { line: line + 1, code: 'unused', given: rule, ...(near === undefined ? {} : { near }) };
      }),
    ];
  }
}

/** The rule behind a mark, or what is wrong with it. */
function ruleIn(rest: string): RuleId | Omit<Note, 'line'> {
  const other = /^-(\w[\w-]*)/.exec(rest)?.[1];
  if (other !== undefined) return { code: 'unknown-mark', given: other };
  const close = rest.search(CLOSE);
  const text = (close < 0 ? rest : rest.slice(0, close)).trim();
  const [before = '', rule = ''] = /^:?\s*([\w-]*)/.exec(text) ?? [];
  const behind = text.slice(before.length);
  const reason = behind.trim();
  const hasDashes = reason.startsWith('--') && /^\s/.test(behind);
  if (rule.replace(/^-+/, '') === '' || (reason !== '' && !hasDashes && !isRuleId(rule)))
    return { code: 'no-rule' };
  if (!isRuleId(rule)) return { code: 'unknown-rule', given: rule };
  if (!hasDashes && (reason.slice(0, 200).match(/[\w-]+/g) ?? []).slice(0, 2).some(isRuleId))
    return { code: 'several-rules' };
  if (reason !== '' && !hasDashes) return { code: 'no-dashes', given: rule };
  return /[\p{L}\p{N}]/u.test(reason) ? rule : { code: 'no-reason', given: rule };
}

/** Whether something stands before the comment in its line. */
function isTrailing(before: string): boolean {
  const comment = before.search(/#|\/\/|\/\*|<!--|--|;|\{#|<%#|%/);
  return /[\w)\]}"'`;,]/.test(comment < 0 ? before : before.slice(0, comment));
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
