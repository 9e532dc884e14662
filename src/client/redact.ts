// Takes secrets out of what the service says back, before anything keeps or prints it.

export class Redactor {
  readonly #secrets = new Set<string>();

  /** From now on this text is masked. Short texts are not: they would mask half of everything. */
  add(secret: string): void {
    if (secret.length < 6) return;
    this.#secrets.add(secret);
    this.#secrets.add(encodeURIComponent(secret));
    this.#secrets.add(JSON.stringify(secret).slice(1, -1));
  }

  clean(text: string): string {
    let out = text;
    for (const secret of this.#secrets) if (out.includes(secret)) out = out.replaceAll(secret, '[secret]');
    return out.replace(/\bBearer\s+[\w.~+/=-]{8,}/g, 'Bearer [secret]');
  }
}
