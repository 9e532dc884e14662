// JSON of responses: numbers keep their digits, fields are found by dotted paths.
import { isLosslessNumber, parse } from 'lossless-json';

import { parsedJson } from '../files/parsed-json.ts';

/**
 * The parsed response with all digits of its numbers: as numbers if none loses a digit, else as text holders.
 * `undefined` if it isn't JSON.
 */
export function parseAnswer(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text);
    return JSON.stringify(answer) === text ? answer : parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The text at the first of these paths, for ids: a number's digits are kept by falling back to {@link parseAnswer}.
 */
export function pickId(text: string, paths: readonly string[]): string | undefined {
  return idIn(parsedJson(text), text, paths);
}

/** The same where the text was parsed already, by {@link parsedJson}. */
export function idIn(answer: unknown, text: string, paths: readonly string[]): string | undefined {
  if (answer === undefined) return undefined;
  const [first] = paths;
  const value = first === undefined ? undefined : valueAt(answer, first);
  return typeof value === 'string' && value !== '' ? value : pick(parseAnswer(text), paths);
}

/** The value at a dotted path. */
export function valueAt(answer: unknown, path: string): unknown {
  let value: unknown = answer;
  for (const part of path.split('.')) {
    value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

/** The text or number at the first of these paths that has one, as text; `answer`: by {@link parseAnswer}. */
export function pick(answer: unknown, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const value = valueAt(answer, path);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || isLosslessNumber(value)) return value.toString();
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isLosslessNumber(value);
}
