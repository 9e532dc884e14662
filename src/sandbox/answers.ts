// Responses of the sandbox, right and faulty.
import type { ServerResponse } from 'node:http';

import type { FaultSpec } from './faults.ts';

export function raw(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}

export function plain(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  raw(response, status, JSON.stringify(body), headers);
}

/** Whether the fault ends the call before anything is executed. */
export function failsBefore(fault: FaultSpec, path: string, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'reset-before':
      response.socket?.resetAndDestroy();
      return true;
    case '429':
      plain(response, 429, { code: 'rate_limited' }, { 'retry-after': String(fault.retryAfter ?? 1) });
      return true;
    case '401':
      plain(response, 401, { code: 'unauthorized', message: 'the token is refused' });
      return true;
    case '500-before':
    case 'status-before':
      plain(response, fault.status ?? 500, { code: 'fault', message: 'nothing was executed' });
      return true;
    case 'redirect':
      plain(response, 307, {}, { location: path });
      return true;
    default:
      return false;
  }
}

/** The connection ends in the middle of the response. */
export function cutShort(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.write(text.slice(0, text.length >> 1), () => response.socket?.destroy());
}

export const failedAfter = (status: number): string =>
  status < 400 ? 'executed, then failed' : `refused with ${status}, then failed`;

/** The message in a response of the app. */
export function messageOf(answer: string): string {
  if (answer === '') return '';
  const { message } = JSON.parse(answer) as { message?: string }; // the app's own answer
  return message ?? '';
}
