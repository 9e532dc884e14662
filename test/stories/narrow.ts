// A terminal of so many columns, and which lines it would tear apart: a single word or a command to copy stays whole.
export const narrow = (columns: number) => ({ outTerminal: true, columns });

export const torn = (out: string, columns: number): string[] =>
  out.split('\n').filter((line) => {
    if (line.length <= columns || /^\s*(?:paybatch (?!.*[a-z]\.$)|[{[])/.test(line)) return false;
    return line.trim().includes(' ');
  });
