// A count with its word. Pure.
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
