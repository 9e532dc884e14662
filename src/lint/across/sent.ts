// Files that commands send: `curl -d @payload.json URL` tells of payload.json where it goes.
import { dirname, resolve } from 'node:path';

export class Sent {
  readonly #cwd: string;
  readonly #urls = new Map<string, string[]>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** What a script sends; its paths are relative to its folder, or to where it is started. */
  add(script: string, file: string, urls: readonly string[]): void {
    for (const base of [dirname(script), this.#cwd]) {
      const path = resolve(base, file);
      const known = this.#urls.get(path);
      if (known) for (const url of urls) known.push(url);
      else this.#urls.set(path, [...urls]);
    }
  }

  urlsOf(file: string): readonly string[] {
    return this.#urls.get(file) ?? [];
  }
}
