// What a 2xx response to a transfer has to contain before the row counts as created, and amounts and path parameters
// that are never sent.
import { describe, expect, it } from 'vitest';

import { CallError } from '../../../src/client/address.ts';
import { endpointPath } from '../../../src/client/address.ts';
import { paymentText } from '../../../src/client/body-text.ts';
import { creationVerdict, transferVerdict } from '../../../src/client/verdict.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { saying, sayOf } from '../../kit/words.ts';

const BODY = '{"receiverAmount":12.50,"memo":"x"}';
const judged = (answer: string, profile = DEFAULT_PROFILE, body = BODY): string => {
  const verdict = transferVerdict(body, answer, profile);
  return verdict.usable ? 'usable' : sayOf(verdict.contradiction) || 'unusable';
};

describe('the id in the response to a transfer', () => {
  it.each(['"t-1"', '"16fd2706-8baf-433b-82eb-8c7fada847da"', '90071992547409931', `"${'x'.repeat(200)}"`])(
    'may be %s',
    (id) => {
      expect(judged(`{"id":${id}}`)).toBe('usable');
    },
  );
  it.each([
    '""',
    '"a b"',
    '"a\\n"',
    '"\\u001b]52;c"',
    '"\\u202eabc"',
    '"é"',
    `"${'x'.repeat(201)}"`,
    'null',
    '{}',
  ])('is unusable when it is %s', (id) => {
    expect(judged(`{"id":${id}}`)).toBe('unusable');
  });
});

describe('the check of a 2xx response', () => {
  it.each([
    ['{"id":"t","receiverAmount":12.5}', 'usable'],
    ['{"id":"t","receiverAmount":"12.500"}', 'usable'],
    ['{"id":"t","receiverAmount":1.25e1}', 'usable'],
    ['{"id":"t","receiverAmount":null}', 'usable'],
    ['{"id":"t","receiverAmount":{"value":13}}', 'usable'],
    ['{"id":"t","receiverAmount":"about 12"}', 'usable'],
    ['{"id":"t","amount":99}', 'usable'],
    ['{"id":"t","receiverAmount":13}', 'transfer t: its receiverAmount is 13, but 12.50 was requested'],
    [
      '{"id":"t","receiverAmount":"-12.50"}',
      'transfer t: its receiverAmount is -12.5, but 12.50 was requested',
    ],
    [
      '{"data":{"id":"t","receiverAmount":125.0}}',
      'transfer t: its data.receiverAmount is 125, but 12.50 was requested',
    ],
    ['{"id":"t","status":"Processing"}', 'usable'],
    ['{"id":"t","status":"Failed"}', 'transfer t: its status is Failed'],
    ['{"id":"t","status":"ok","state":"CANCELLED"}', 'transfer t: its state is CANCELLED'],
    ['{"id":"t","status":7}', 'usable'],
  ])('compares amount and state with the request: %s: %s', (answer, expected) => {
    expect(judged(answer)).toBe(expected);
  });

  it.each([
    ['12345678901234567890.10', '12345678901234567890.10', 'usable'],
    ['12345678901234567890.10', '12345678901234567000', 'usable'], // the same double
    ['12345678901234567890.10', '12345678901234560000', 'was requested'],
    ['9007199254740993', '"9007199254740992"', 'usable'],
    ['0.1', '0.1000000000000000055', 'usable'],
    ['100.01', '100.02', 'was requested'],
  ])('finds a contradiction only if the amount is another double: %s, %s: %s', (amount, told, expected) => {
    const body = paymentText({ receiverAmount: amount });
    expect(judged(`{"id":"t","receiverAmount":${told}}`, DEFAULT_PROFILE, body)).toContain(expected);
  });

  it.each([
    ['{"id":"t","success":false}', 'transfer t: its field success is false'],
    ['{"success":false}', 'its field success is false'],
    ['{"id":"t","error":"no funds"}', 'transfer t: its error is not empty'],
    ['{"id":"t","error":{"code":1}}', 'transfer t: its error is not empty'],
    ['{"id":"t","errors":["x"]}', 'transfer t: its errors is not empty'],
    ['{"data":{"id":"t","errors":["x"]}}', 'transfer t: its data.errors is not empty'],
    ['{"transfer":{"id":"t","success":false}}', 'transfer t: its field success is false'],
    ['{"id":"t","success":true,"error":null,"errors":[]}', 'usable'],
    ['{"id":"t","error":" ","errors":{}}', 'usable'],
    ['{"id":"t","error":false}', 'usable'],
  ])('finds a failure that the response itself reports: %s: %s', (answer, expected) => {
    expect(judged(answer)).toBe(expected);
  });

  it.each([
    ['c-1', '{"id":"c-1"}', { usable: true }],
    [
      'c-1',
      '{"id":"c-1","success":false}',
      { usable: false, contradiction: saying('its field success is false') },
    ],
    [undefined, '{}', { usable: false }],
  ])('requires an id and no reported failure from any other creation: %s %s', (id, text, expected) => {
    expect(creationVerdict(id, text)).toEqual(expected);
  });

  it('uses the fields and states that the profile names', () => {
    const profile = {
      ...DEFAULT_PROFILE,
      transferAmountFields: ['paid'],
      transferStateFields: ['phase'],
      transferFailedStates: ['Dead'],
    };
    expect(judged('{"id":"t","status":"failed","receiverAmount":1,"paid":12.5}', profile)).toBe('usable');
    expect(judged('{"id":"t","paid":12.51}', profile)).toMatch(/paid/);
    expect(judged('{"id":"t","phase":"dead"}', profile)).toMatch(/phase/);
    const none = { ...profile, transferAmountFields: [], transferStateFields: [] };
    expect(judged('{"id":"t","phase":"dead","paid":1}', none)).toBe('usable');
  });
});

describe('an amount in a request body', () => {
  it.each(['1,"memo":"x"', '1e3', '-1', '01', '1.', ' 1', '0', '0.00', '', 'NaN'])(
    'is refused when it is %j',
    (receiverAmount) => {
      expect(() => paymentText({ receiverAmount })).toThrow(CallError);
    },
  );
});

describe('a path parameter', () => {
  it.each(['ethereum', 'USDC', 'USDC.e', '...', '16fd2706-8baf-433b-82eb-8c7fada847da', 'a?b#c'])(
    'may be %j',
    (value) => {
      const path = endpointPath('getCryptoInstruction', { network: value, asset: 'X' });
      expect(new URL(path, 'http://x').pathname.split('/')).toHaveLength(7);
    },
  );
  it.each([
    '',
    ' ',
    '.',
    '..',
    ' .. ',
    '%2e',
    '%2E%2e',
    '.%2e',
    '%252e%252e',
    '%25252e.',
    'a/b',
    '../x',
    'a\\b',
    'a%2fb',
    'a%5Cb',
    'a%252Fb',
    'a\u0000b',
    'a%00b',
    'a\nb',
    'a b',
    'é',
    '100%',
    '\ud800',
    '%25252525252e',
  ])('is refused when it is %j', (value) => {
    expect(() => endpointPath('uploadCustomerDocument', { customerId: value })).toThrow(CallError);
  });
  it('is refused when it is missing', () => {
    expect(() => endpointPath('getFiatDepositInstructions', {})).toThrow(
      'getFiatDepositInstructions: id is missing',
    );
  });
});
