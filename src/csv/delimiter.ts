// Which of `,` `;` and tab separates the cells: the one that splits the header into the most names.

export const DELIMITERS = [',', ';', '\t'] as const;

/** Delimiter of a header line: the most frequent of the three outside quotes; a comma where there is none. */
export function detectDelimiter(head: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  let seen = false;
  for (const char of head) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && char === '\n' && seen) break;
    else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
    if (char.trim() !== '') seen = true;
  }
  let best = ',';
  for (const delimiter of DELIMITERS) {
    if ((counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0)) best = delimiter;
  }
  return best;
}
