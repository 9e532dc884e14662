// Cells that hold several document types, `CertificateOfIncorporation;ProofOfAddress`: one column of a table of customers
// lists the documents of each. Reads cells and nothing else; whose table it is, the header says.
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import type { Context, Model, Span } from '../model/model.ts';
import { isCustomer, isPaper, REMOVED_TYPES } from '../model/words.ts';
import { type Column, type HeaderCell, nameOf } from './header.ts';

const COLUMN = /^(?:\w{1,40}[_ -])?(?:doc(?:ument)?s|(?:doc(?:ument)?[_ -]?types?))$/i;
/** Bounded: names of 60 letters, each with its own sign before it. */
const CELL = /^[A-Z][A-Za-z]{2,60}(?:\s{0,3}[;,|+/]\s{0,3}[A-Z][A-Za-z]{2,60}){1,40}$/;

interface Typed {
  readonly text: string;
  readonly at: Span;
}

export class CellLists {
  readonly #columns: readonly Column[];
  /** By its column: the first cell without bank statements, and each type that ended. */
  readonly #lacking = new Map<number, readonly Typed[]>();
  readonly #ended = new Map<string, Typed & { readonly index: number }>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns.filter(({ cell }) => COLUMN.test(cell.text.trim()));
  }

  read(record: readonly HeaderCell[]): void {
    for (const { index } of this.#columns) {
      const cell = record[index];
      const types = cell && CELL.test(cell.text.trim()) ? typesIn(cell) : [];
      if (!types.some(({ text }) => isPaper(text))) continue;
      if (!types.some(({ text }) => text === REQUIRED_DOCUMENT_TYPE) && !this.#lacking.has(index))
        this.#lacking.set(index, types);
      for (const one of types)
        if (REMOVED_TYPES.has(one.text) && !this.#ended.has(one.text))
          this.#ended.set(one.text, { ...one, index });
    }
  }

  /** One list for each column, at its header. */
  push(header: readonly HeaderCell[], model: Model, context: Context): void {
    const written = header.map(({ text }) => text.trim());
    const ofCustomer = isCustomer(header.map(({ text }) => nameOf(text)));
    const named = { ...context, names: ['documents', ...context.names], outer: written };
    for (const { text, at, index } of this.#ended.values())
      model.texts.push({ text, at, key: written[index] ?? '', context: named, compared: false });
    for (const { index, at } of this.#columns) {
      const items = this.#lacking.get(index);
      if (items) model.lists.push({ items, at, context: named, ofCustomer });
    }
  }
}

const typesIn = ({ text, start }: HeaderCell): Typed[] =>
  [...text.matchAll(/[A-Z][A-Za-z]+/g)].map((word) => ({
    text: word[0],
    at: { start: start + word.index, end: start + word.index + word[0].length },
  }));
