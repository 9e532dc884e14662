// spec: the interface as OpenAPI 3.1, or one of its bodies as JSON Schema.
import { jsonSchema, openApi } from '../../../interface/openapi.ts';
import { configJsonSchema } from '../../config-schema.ts';
import type { Io } from '../../io.ts';
import { Settings } from '../../settings.ts';
import type { SpecArgs } from './index.ts';

export function specCommand(args: SpecArgs, io: Io): Promise<number> {
  const { cutoffYear } = new Settings(args, io).profile;
  const name = args['json-schema'];
  const document =
    name === undefined
      ? openApi(cutoffYear)
      : name === 'config'
        ? configJsonSchema()
        : jsonSchema(name, cutoffYear);
  io.out(`${JSON.stringify(document, null, 2)}\n`);
  return Promise.resolve(0);
}
