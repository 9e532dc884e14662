// What is at a path that a person named, whatever keeps it from being reached: no such folder, a file as a folder, no right.
import { type Stats, statSync } from 'node:fs';

export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
