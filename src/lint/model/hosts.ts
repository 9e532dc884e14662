// Hosts, as addresses name them: without scheme, user, port and case. What compares two of them compares these.

/** A name of letters, digits and dashes, or an address of numbers. Bounded: 253 characters. */
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62}){0,30}$/;
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?(?:[^/@\s]{0,200}@)?([^/:?#@\s]{1,253})(?::\d{1,5})?(?:[/?#]\S{0,300})?$/i;

/** The host of a setting, which may be written as a base address or with `*.` for its subdomains; undefined where it names none. */
export function hostNamed(written: string): string | undefined {
  const found = ADDRESS.exec(written.trim().replace(/^\*\./, ''))?.[1];
  const host = found === undefined ? '' : plainHost(found);
  return NAME.test(host) ? host : undefined;
}

/** The host of an address in a source; undefined for a path, and where part of the host isn't written out. */
export function hostOf(url: string): string | undefined {
  const authority = /^[a-z][a-z0-9+.-]{0,20}:\/\/([^/?#]{1,500})/i.exec(url)?.[1];
  const host = authority?.slice(authority.lastIndexOf('@') + 1).replace(/:[^:]{0,20}$/, '');
  return host === undefined || host === '' || /[{}$]/.test(host) ? undefined : plainHost(host);
}

const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');
