// Makes a new ledger on Postgres for one measurement, and counts its queries.
import { randomUUID } from 'node:crypto';

import { postgresAddress } from '../../../dist/ledger/postgres/address.js';
import { makeStore } from '../../../dist/ledger/postgres/make.js';
import { loadDriver } from '../../../dist/ledger/postgres/packages.js';
import { PostgresLedger } from '../../../dist/ledger/postgres/postgres-ledger.js';
import { folder } from '../files.js';

/** Counts the queries to the server from now on. Returns a function that gives the count. */
export async function countQuestions() {
  const { Client } = await loadDriver();
  const { query } = Client.prototype;
  let count = 0;
  Client.prototype.query = function (...args) {
    count++;
    return query.apply(this, args);
  };
  return () => count;
}

export async function openBench(text) {
  const address = postgresAddress(text, { schema: `b${randomUUID().slice(0, 8)}` });
  const now = () => new Date();
  await makeStore({ address, newId: randomUUID, now });
  return PostgresLedger.open({
    ...{ address, environment: 'bench', accept: false, look: false, pinnedId: undefined, now },
    ...{ stateFolder: folder, leaseMs: 8_000, patienceMs: 10_000 },
    host: { name: 'bench', pid: process.pid, version: '0.0' },
  });
}
