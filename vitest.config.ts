import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is asked again and again is a command or a question to a database, which would take a core to itself.
    expect: { poll: { interval: 150 } },
    // Two cores: crash tests spawn processes of their own.
    maxWorkers: 2,
    // A file's imports are there for the next one: each took longer to load them than to run. So no test changes what another shares
    // (the environment, a module's own state), or puts it back.
    isolate: false,
  },
});
