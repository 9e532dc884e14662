// One Postgres for all files of the tier `hosts`, except those that stop it (`postgres({ own: true })`).
import type { TestProject } from 'vitest/node';

import { NAMED, PostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = NAMED === '' ? await PostgresServer.start() : undefined;
  project.provide('postgres', server?.address ?? NAMED);
  return async () => server?.remove();
}
