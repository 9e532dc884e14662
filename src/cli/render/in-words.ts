// A count with its thing, in one or many.
export const inWords = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
