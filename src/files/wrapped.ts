// A line of words in the width of a terminal: broken between words, so that none is torn apart at the edge; a word that is
// longer than the line stays whole. Knows nothing of terminals.

/**
 * The lines that `text`, which has no line breaks, becomes; those after the first begin at `hang`, or below the beginning of
 * the words where that is further in. Two spaces between words stay two.
 */
export function wrapped(text: string, width: number, hang = 0): string[] {
  if (text.length <= width) return [text];
  const indent = text.slice(0, text.length - text.trimStart().length);
  const next = indent.padEnd(hang);
  const lines: string[] = [];
  let now = indent;
  let isEmpty = true;
  for (const [piece] of text.slice(indent.length).matchAll(/\S+\s*/g)) {
    if (!isEmpty && now.length + piece.trimEnd().length > width) {
      lines.push(now.trimEnd());
      now = next;
    }
    now += piece;
    isEmpty = false;
  }
  return [...lines, now.trimEnd()];
}
