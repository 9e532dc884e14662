// Who sits here, for the record of who said what.
import { userInfo } from 'node:os';

/** The name of the system's user; `uid N` where it has none, as in a container. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
