// spec: the interface as OpenAPI 3.1, or the JSON Schema of a file that a person writes.
import { openApi } from '../../interface/openapi.ts';
import type { SpecArgs } from '../definitions/tools.ts';
import type { Io } from '../io.ts';

/** Each schema is made from the code that reads the file. */
const OWN_FILES = {
  config: async () => (await import('../settings-schema.ts')).configJsonSchema(),
  profile: async () => (await import('../../batch/input/imports/profile-schema.ts')).profileJsonSchema(),
} as const satisfies Record<string, () => Promise<object>>;

export async function specCommand(args: SpecArgs, io: Io): Promise<number> {
  const name = args['json-schema'];
  const document = name === undefined ? openApi() : await OWN_FILES[name]();
  io.out(`${JSON.stringify(document, null, 2)}\n`);
  return 0;
}
