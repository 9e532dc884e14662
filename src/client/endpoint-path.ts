// The path of a call from the endpoint table. Each parameter must stay within its own segment of the path: a server, or a proxy
// before it, decodes and resolves what it is given, and `..` for a customer's id would then be a call of another endpoint.
import { type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { CallError } from './call-error.ts';

/** Errors: {@link CallError}. */
export function endpointPath(
  operation: EndpointId,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return ENDPOINTS[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const problem = value === undefined ? 'is missing' : pathParameterProblem(value);
    if (problem !== undefined) throw new CallError('path_parameter', operation, `${name} ${problem}`);
    return encodeURIComponent(value ?? '');
  });
}

/** Decoders stand behind one another; more than this many of them have not been seen. */
const DECODINGS = 4;

/** What is wrong with a value, to be put behind its name; `undefined` when it is fine. */
export function pathParameterProblem(value: string): string | undefined {
  if (value.trim() === '') return 'is empty';
  if (/\p{Surrogate}/u.test(value)) return 'is not Unicode text';
  let text = value;
  for (let i = 0; i <= DECODINGS; i++) {
    if (/[\u0000-\u001f\u007f]/.test(text)) return 'holds a control character';
    if (/[/\\]/.test(text)) return 'holds a slash: it would lead out of its place in the path';
    if (/^\s*\.{1,2}\s*$/.test(text)) return `is "${value}": it would lead out of its place in the path`;
    const decoded = decode(text);
    if (decoded === text) return undefined;
    text = decoded;
  }
  return 'is percent-encoded over and over';
}

/** One round of percent-decoding, byte for byte where the bytes are no UTF-8. */
function decode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
