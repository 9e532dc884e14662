// spec: the interface as OpenAPI 3.1, one of its bodies as JSON Schema, or that of a file that a person writes.
import { jsonSchema, openApi } from '../../interface/openapi.ts';
import type { SpecArgs } from '../definitions/tools.ts';
import type { Io } from '../io.ts';
import { Settings } from '../settings.ts';

/** Files that a person writes, each with what makes its schema of the one that reads it. */
const OWN_FILES = {
  config: async () => (await import('../config-schema.ts')).configJsonSchema(),
  profile: async () => (await import('../../batch/input/imports/profile-schema.ts')).profileJsonSchema(),
} as const satisfies Record<string, () => Promise<object>>;

export async function specCommand(args: SpecArgs, io: Io): Promise<number> {
  const { cutoffYear } = new Settings(args, io).profile;
  const name = args['json-schema'];
  const document =
    name === undefined
      ? openApi(cutoffYear)
      : name in OWN_FILES
        ? await OWN_FILES[name as keyof typeof OWN_FILES]() // just looked
        : jsonSchema(name as Exclude<typeof name, keyof typeof OWN_FILES>, cutoffYear); // the others
  io.out(`${JSON.stringify(document, null, 2)}\n`);
  return 0;
}
