// What a cell of a workbook is, beside its text. A type.

/**
 * `formula`: without a stored value. `merged`: inside a merged cell, and not the first of it. `date`: a number that is shown as
 * one. A cell of text that holds digits is `text`.
 */
export type CellKind = 'text' | 'number' | 'date' | 'boolean' | 'error' | 'formula' | 'merged' | 'empty';
