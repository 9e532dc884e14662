// JSON that may be anything, such as a response or a file that a tool made. What a person wrote is read by
// json-text.ts.

/** `undefined` if it isn't JSON. Numbers are floats. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
