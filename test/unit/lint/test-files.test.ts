// Which files count as tests, by where they lie: what they name is half of a pair.
import { describe, expect, it } from 'vitest';

import { isTestFile } from '../../../src/lint/model/tests.ts';

describe('a file of tests', () => {
  it.each([
    'Acme.UnitTests/StubHandler.cs',
    'AppTests/ClientTests.swift',
    'src/main/ClientTest.java',
    'src/it/ClientIT.java',
    'conftest.py',
    'jest.setup.js',
    'vitest.config.ts',
    'src/setupTests.ts',
    'features/step_definitions/me.rb',
    'features/support/env.js',
    'features/me.feature',
    'internal/testutil/server.go',
    'cypress/support/commands.ts',
    'src/testing/server.ts',
    'mockserver/init.json',
    'wiremock/mappings/me.json',
    'spec/cassettes/me.yml',
    'pacts/web-payments.json',
  ])('is told by its path: %s', (path) => {
    expect(isTestFile(path)).toBe(true);
  });

  it.each([
    'src/features/payments/api.ts',
    'src/latest/client.ts',
    'contest.py',
    'src/attestations.ts',
    'lib/AUDIT.ts',
    'src/AuditIT.ts',
    'jester.js',
    'openapi/PaymentsSpec.yaml',
    'src/impact/client.ts',
  ])('is not whatever sounds like it: %s', (path) => {
    expect(isTestFile(path)).toBe(false);
  });
});
