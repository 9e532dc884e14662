// Source code of any language into facts. The way: characters to tokens (`tokenize`), tokens to a tree of brackets and blocks
// (`groups`), the tree walked statement by statement (`statements`, `values`, ...) into a `State` of objects, texts, calls and
// names, and in the end the question where everything goes (`resolve`).
import { type Facts, newFacts, type Source } from '../model/facts.ts';
import { groupsOf } from './groups.ts';
import { languageOf } from './languages.ts';
import { statementsOf } from './lines.ts';
import { bracketValue } from './objects.ts';
import { markRefused } from './refused.ts';
import { relevantStatements } from './relevance.ts';
import { resolve } from './resolve.ts';
import { assemble } from './setters.ts';
import { OUTERMOST, State, type Walker } from './state.ts';
import { block, readStatement } from './statements.ts';
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
  const state = new State(source.text, language, walkerOf);
  for (const comment of comments) state.facts.comments.push(comment);
  const statements = relevantStatements(statementsOf(groupsOf(tokens, language), state));
  for (const statement of statements) readStatement(state, statement, OUTERMOST);
  assemble(state);
  markRefused(state);
  return { ...state.facts, asked: resolve(state, given) };
}

const walkerOf = (state: State): Walker => ({
  value: (items, context) => valueOf(state, items, context),
  block: (items, context) => block(state, items, context),
  statement: (items, context) => readStatement(state, items, context),
  object: (group, context) => bracketValue(state, group, context),
});
