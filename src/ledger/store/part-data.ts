// Pages of a run's report as they are stored. The cells of a page repeat one another, so they are compressed.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import type { RunPart } from '../run-records.ts';

export const packPart = ({ kind, data }: RunPart): string =>
  kind === 'cells' ? deflateRawSync(data, { level: 1 }).toString('base64') : data;

export const unpackPart = (kind: RunPart['kind'], text: string): string =>
  kind === 'cells' ? inflateRawSync(Buffer.from(text, 'base64')).toString() : text;
