// What the service says to a request's body, for requests that were turned away before anybody looked at it. Pure.
import { customerSchema } from '../interface/customer.ts';
import { type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { quoteSchema, transferSchema } from '../interface/transfer.ts';
import { isJson, operationOf } from './app.ts';
import { checkDocumentType, tradeOf, withoutEarlierFields } from './handlers.ts';
import type { Exchange } from './options.ts';
import { checkPayment, checkSchema, parseBody, WireError } from './wire.ts';

/** Why the body would be refused; `undefined` where it wouldn't be. Earlier forms are no objection: they are uses. */
export function objectionTo({ method, path, contentType, body }: Exchange): string | undefined {
  const id = operationOf(method, path);
  if (id === undefined || ENDPOINTS[id].body === null) return undefined;
  if (!isJson(contentType)) return 'Content-Type must be application/json';
  try {
    const fields = parseBody(body);
    checkBody(id, fields);
    return undefined;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return error.message;
  }
}

/** As the handlers check it. Errors: WireError. */
function checkBody(id: EndpointId, fields: Record<string, unknown>): void {
  switch (id) {
    case 'createTransfer':
      return void checkPayment(fields, transferSchema, true);
    case 'quoteTransfer':
      return void checkPayment(fields, quoteSchema, true);
    case 'createCustomer':
      return checkSchema(withoutEarlierFields(fields, true), customerSchema);
    case 'uploadCustomerDocument':
      return void checkDocumentType(fields);
    case 'createTrade':
    case 'quoteTrade':
      return void tradeOf(fields, 0); // prices don't matter here, so neither does the seed
    default: {
      const { body } = ENDPOINTS[id];
      if (body !== null && body !== 'open') checkSchema(fields, body);
    }
  }
}
