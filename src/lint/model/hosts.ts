// Hosts of the config file: without scheme, user, port and letter case. What compares hosts compares these.

/** Letters, digits and dashes, or an address of numbers. Bounded: 253 characters. */
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62}){0,30}$/;
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?(?:[^/@\s]{0,200}@)?([^/:?#@\s]{1,253})(?::\d{1,5})?(?:[/?#]\S{0,300})?$/i;

/** The host of a setting, which may be a base address or begin with `*.`; `undefined` if it names none. */
export function hostNamed(written: string): string | undefined {
  const host = ADDRESS.exec(written.trim().replace(/^\*\./, ''))?.[1]?.toLowerCase().replace(/\.$/, '') ?? '';
  return NAME.test(host) ? host : undefined;
}
