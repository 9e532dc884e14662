// A command closes what it opened (a file, a ledger, a client) at its end, the last first, whatever happens.

/** Called once for each thing that was taken. */
export type Hold = (release: () => Promise<unknown>) => void;

/** Every release is tried. The first one that fails is told only if the work itself did not fail. */
export async function releasing<T>(work: (hold: Hold) => Promise<T>): Promise<T> {
  const releases: (() => Promise<unknown>)[] = [];
  let failure: { readonly error: unknown } | undefined;
  let done: { readonly value: T } | undefined;
  try {
    done = { value: await work((release) => releases.push(release)) };
  } catch (error) {
    failure = { error };
  }
  for (const release of releases.reverse()) {
    try {
      await release();
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure) throw failure.error;
  if (!done) throw new Error('work that neither ended nor failed');
  return done.value;
}
