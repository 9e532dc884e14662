// Source code of any language into facts: tokens, brackets, statements, and then where everything goes.
import { type Facts, newFacts, type Source } from '../model/facts.ts';
import { assemble } from './assembled.ts';
import { groupsOf } from './groups.ts';
import { languageOf } from './languages.ts';
import { bracketValue } from './objects.ts';
import { markRefused } from './refused.ts';
import { resolve } from './resolve.ts';
import { OUTERMOST, type State } from './state.ts';
import { block, readStatement, TESTS_REFUSAL } from './statements.ts';
import { tokenize } from './tokenize.ts';
import { valueOf } from './values.ts';

export interface CodeFacts extends Facts {
  /** Names of constants that no text here has: another file may. */
  readonly asked: ReadonlySet<string>;
}

/** `given`: constants of other files that this one may use, by name. */
export function readCode(source: Source, given: ReadonlyMap<string, string> = new Map()): CodeFacts {
  const language = languageOf(source.extension);
  if (!language) return { ...newFacts(), asked: new Set() };
  const { tokens, comments } = tokenize(source.text, language);
  const facts = newFacts();
  for (const comment of comments) facts.comments.push(comment);
  const state: State = {
    text: source.text,
    language,
    facts,
    fns: [],
    binds: [],
    bindsByName: new Map(),
    uses: [],
    tested: [],
    refuses: TESTS_REFUSAL.test(source.text),
    calls: [],
    assigned: [],
    sites: new Map(),
    sums: [],
    spreads: new Map(),
    walk: {
      value: (items, context) => valueOf(state, items, context),
      block: (items, context) => {
        block(state, items, context);
      },
      statement: (items, context) => {
        readStatement(state, items, context);
      },
      object: (group, context) => bracketValue(state, group, context),
    },
  };
  block(state, groupsOf(tokens, language), OUTERMOST);
  assemble(state);
  markRefused(state);
  return { ...facts, asked: resolve(state, given) };
}
