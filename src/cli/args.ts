// What the command line was parsed to, and how a command reads it.

export type Args = Readonly<Record<string, unknown>>;

/** The text of a flag or an argument; undefined where it was not given. */
export const text = (args: Args, name: string): string | undefined => {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
};
