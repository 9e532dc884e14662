// Source code of any language into facts. The way: characters to tokens (`tokenize`), tokens to a tree of brackets and blocks
// (`groups`), the tree walked statement by statement (`statements`, `values`, ...) into a `State` of objects, texts, calls and
// names, and in the end the question where everything goes (`resolve`).
import { newFacts, type Reader } from '../model/facts.ts';
import { groupsOf } from './groups.ts';
import { languageOf } from './languages.ts';
import { statementsOf } from './lines.ts';
import { bracketValue } from './objects.ts';
import { markRefused } from './refused.ts';
import { resolve } from './resolve.ts';
import { assemble } from './setters.ts';
import { OUTERMOST, State, type Walker } from './state.ts';
import { block, readStatement } from './statements.ts';
import { tiedStatements } from './tied.ts';
import { tokenize } from './tokenize.ts';
import { valueOf } from './values.ts';

export const readCode: Reader = ({ text, extension }) => {
  const language = languageOf(extension);
  if (!language) return newFacts();
  const { tokens, comments } = tokenize(text, language);
  const state = new State(text, language, walkerOf);
  for (const comment of comments) state.facts.comments.push(comment);
  for (const statement of tiedStatements(statementsOf(groupsOf(tokens, language), state)))
    readStatement(state, statement, OUTERMOST);
  assemble(state);
  markRefused(state);
  resolve(state);
  return state.facts;
};

const walkerOf = (state: State): Walker => ({
  value: (items, context) => valueOf(state, items, context),
  block: (items, context) => block(state, items, context),
  statement: (items, context) => readStatement(state, items, context),
  object: (group, context) => bracketValue(state, group, context),
});
