// A ledger that remembers nothing and syncs nothing: the benchmark's switch to tell what the real one costs.
export class NoLedger {
  async begin() {
    return { held: 0, holders: [] };
  }
  async finish() {}
  async lookup() {
    return new Map();
  }
  async heldByOthers() {
    return new Map();
  }
  async paidAlike() {
    return [];
  }
  async intend() {
    return { ok: true };
  }
  async settle() {}
  async note() {}
  async upload() {
    return undefined;
  }
  async saveUpload() {}
  async runs() {
    return [];
  }
  async run() {
    return undefined;
  }
  async runRows() {
    return [];
  }
  async row() {
    return undefined;
  }
  async entries() {
    return [];
  }
  async resolve() {
    return false;
  }
  async close() {}
}
