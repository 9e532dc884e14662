// Whether a line of documentation says that what it names is over: renamed, removed, refused, or under a heading that says so.
// Such a line tells nobody to use it.

const GONE =
  /\b(?:renamed?|replaces?d?|removed?|removal|deprecated?|obsolete|no longer|instead of|used to|formerly|earlier|until|retired?|sunset|migrat|don't|do not|any ?more|no more|dropp?(?:ed|ing|s)?|stopp(?:ed|ing)|stops|gone|lost|takes? (?:the|its) place|supersede[sd]?|withdrawn|disappear(?:ed|s)?|phased out|discontinued|(?:was|were) (?:from|until)|moved from|reject(?:s|ed)?|refuse[sd]?|strip(?:s|ped)?|not (?:sent|used|uploaded|needed|required|part|accepted|allowed)|we no|(?:from|since|before) v?\d)\b|→|(?<!-)->|=>|~~/i;
const OVER =
  /\b(?:removed|removals?|gone|deprecated|deprecations?|retired|dropped|obsolete|no longer|sunset|end of life)\b/i;
/** `Before:` above a block that another block replaces. Bounded: 80 characters. */
const FORMER =
  /^\s{0,8}(?:#{1,6}\s{1,4})?[*_]{0,3}(?:before|old|previously|formerly|earlier|until now)(?:\s\(?v?\d[\d.]{0,8}\)?)?[*_:.]{0,4}\s{0,4}$/i;

/** Told of each line of a page in turn. */
export class OutdatedProse {
  /** Depth of the heading under which everything is over; 0: none. */
  #depth = 0;

  pass(line: string): void {
    const depth = /^\s{0,3}(#{1,6})\s/.exec(line.slice(0, 20))?.[1]?.length ?? 0;
    if (depth > 0 && (this.#depth === 0 || depth <= this.#depth))
      this.#depth = OVER.test(line.slice(0, 200)) ? depth : 0;
  }

  isOver(line: string): boolean {
    return this.#depth > 0 || GONE.test(line.slice(0, 1_000));
  }
}

export const isFormerBlock = (line: string): boolean => FORMER.test(line.slice(0, 80));
