// A ledger that stores nothing and syncs nothing. The benchmark uses it to measure what the real ledger costs.
export class NoLedger {
  id = 'none';
  path = '';
  tipSeen = { link: 0, sequence: 0, head: '' };
  history = {
    habits: async () => new Map(),
    lastPaid: async () => new Map(),
    fileTotals: async () => [],
    placeOf: async () => ({ runId: '', line: 0 }),
  };
  maySend = true;
  async hosts() {
    return [];
  }
  async contradictions() {
    return [];
  }
  async sequence() {
    return 0;
  }
  async tip() {
    return this.tipSeen;
  }
  async lastEntryAt() {
    return null;
  }
  async recover() {
    return 0;
  }
  async accept() {}
  async matches() {
    return [];
  }
  async sentSince() {
    return [];
  }
  async paid() {
    return new Map();
  }
  async knows(ids) {
    return new Set(ids);
  }
  async forgetUpload() {}
  async batchFile() {
    return undefined;
  }
  async doubts() {
    return [];
  }
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
  async intend() {
    return { ok: true };
  }
  async record() {
    return { ok: true };
  }
  async note() {}
  async keep() {}
  async recall() {
    return undefined;
  }
  async remember() {}
  async runsOfFile() {
    return [];
  }

  async runs() {
    return [];
  }
  async run() {
    return undefined;
  }
  async runRows() {
    return [];
  }
  async *eachRunRow() {}
  async *eachPart() {}
  async wasAccepted() {
    return false;
  }
  async hadTip() {
    return true;
  }
  async named() {
    return new Set();
  }
  async row() {
    return undefined;
  }
  async entries() {
    return [];
  }
  async entriesOf() {
    return new Map();
  }
  async resolve() {
    return { ok: false, why: 'unknown' };
  }
  async close() {}
}
