// A loader of modules for a process that may open few files: read one after the other, where Node opens all that a module
// imports at once (zod alone has fifty). Registered by descriptors.ts, and only then.
import { readFileSync } from 'node:fs';
import type { LoadHook } from 'node:module';
import { fileURLToPath } from 'node:url';

export const load: LoadHook = (url, context, next) =>
  url.startsWith('file:') && context.format === 'module'
    ? { format: 'module', source: readFileSync(fileURLToPath(url)), shortCircuit: true }
    : next(url, context);
