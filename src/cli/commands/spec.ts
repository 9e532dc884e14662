// spec: the interface as OpenAPI 3.1, or one of its bodies as JSON Schema.
import { didYouMean } from '../../csv/suggest.ts';
import { jsonSchema, openApi, SCHEMA_NAMES } from '../../interface/openapi.ts';
import type { Args } from '../args.ts';
import { type Io, UsageError } from '../io.ts';
import { Settings } from '../settings.ts';

export function specCommand(args: Args, io: Io): Promise<number> {
  const { cutoffYear } = new Settings(args, io).profile;
  const name = args['json-schema'];
  if (name === undefined) {
    io.out(`${JSON.stringify(openApi(cutoffYear), null, 2)}\n`);
    return Promise.resolve(0);
  }
  const known = SCHEMA_NAMES.find((one) => one === name);
  if (!known) {
    throw new UsageError(
      `--json-schema ${String(name)}: one of ${SCHEMA_NAMES.join(', ')}${didYouMean(String(name), SCHEMA_NAMES)}`,
    );
  }
  io.out(`${JSON.stringify(jsonSchema(known, cutoffYear), null, 2)}\n`);
  return Promise.resolve(0);
}
