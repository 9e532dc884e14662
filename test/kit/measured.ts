// For tests that measure time, memory or moments on a machine that others use as well: whatever else runs there only ever adds to it,
// so that one good look of three is proof. A test that counts payments never has this.
export const MEASURED = { retry: 2 } as const;
