// Clojure and R, which no grammar here reads: what is flagged, at which line and column, and what stays silent.
import { describe, expect, it } from 'vitest';

import { withMaps } from '../../../src/lint/data/clojure.ts';
import { withLists } from '../../../src/lint/data/r.ts';
import { scanText } from '../../../src/lint/scan/scan.ts';

const SETTINGS = {
  asOf: '2026-06-01',
  cutoff: '2026-10-30',
  minConfidence: 'medium' as const,
  hosts: [],
  clients: [],
};

const CASES: readonly [what: string, path: string, lines: readonly string[], expected: readonly string[]][] =
  [
    [
      'a body of keywords',
      'src/pay.clj',
      [
        '(ns acme.pay (:require [clj-http.client :as http]))',
        '(defn pay! [base row]',
        '  (http/post (str base "/api/v1/transfers")',
        '    {:content-type :json',
        '     :form-params {:customerId (:customer-id row)',
        '                   :source {:currency "USDC" :network "ethereum" :walletId (:wallet row)}',
        '                   :destination {:currency "GBP", :externalAccountId (:account row)}',
        '                   :amount (:amount row) ; in GBP',
        '                   :purposeOfPayment "PaymentForGoods"}}))',
        '(defn balances [base] (http/get (str base "/api/v1/current-tenant/balances")))',
      ],
      ['transfer-amount 8:21', 'current-tenant-endpoint 10:44'],
    ],
    [
      'a customer and its documents',
      'src/onboard.clj',
      [
        '(def documents ["BusinessRegistrationDocument" "OwnershipChart"])',
        '(defn onboard! [api b]',
        '  (api :post "/api/v1/customers"',
        '    {"businessLegalName" (:name b)',
        '     "isBusinessRegulated" false',
        '     "naicsCode" (:naics b)}))',
      ],
      [
        'onboarding-missing-bank-statements 1:16',
        'onboarding-removed-document-type 1:49',
        'customer-removed-field 5:7',
      ],
    ],
    [
      'answers, what is taken apart, comments, and the new shape',
      'src/read.clj',
      [
        '(defn pay! [base {:keys [amount account]}]',
        '  ;; {:amount 5 :customerId "c" :purposeOfPayment "x"}',
        '  (let [{:keys [id amount]} (:body (http/post (str base "/api/v1/transfers")',
        '          {:form-params {:customerId "c" :receiverAmount amount :purposeOfPayment "PaymentForGoods"}}))]',
        '    (println id amount)))',
      ],
      [],
    ],
    [
      'lists that become JSON',
      'pay.R',
      [
        'library(httr2)',
        'pay <- function(row) {',
        '  request(base) |>',
        '    req_url_path("/api/v1/transfers") |>',
        '    req_body_json(list(',
        '      customerId = row$customer, # "the customer"',
        '      destination = list(currency = "GBP", externalAccountId = row$account),',
        '      purposeOfPayment = "PaymentForGoods",',
        '      amount = row$amount',
        '    )) |>',
        '    req_perform()',
        '}',
        'tenant <- httr::GET(paste0(base, "/api/v1/current-tenant"))',
      ],
      ['transfer-amount 9:7', 'current-tenant-endpoint 13:35'],
    ],
    [
      'tables of data are no bodies',
      'plot.R',
      [
        '# see /api/v1/transfers',
        'd <- data.frame(customerId = ids, amount = amounts, currency = "GBP")',
        'c(amount = sum(d$amount))',
      ],
      [],
    ],
  ];

describe('Clojure and R', () => {
  it.each(CASES)('%s', async (_, path, lines, expected) => {
    const { findings } = await scanText(path, `${lines.join('\n')}\n`, { neighbour: false }, SETTINGS);
    expect(findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`)).toEqual(expected);
  });

  it('keeps every place', () => {
    const map = '{:a "x)" :b #{:c} ; {\n :d [1 2] "e" \\} :f :g :h (i :j 1)}';
    expect(withMaps(map)).toBe('{ a:"x)" ,b:#{:c}    \n ,d:[1 2] "e":\\} ,f: g ,h:(i :j 1)}');
    const list = 'x <- list(a = c("p", "q)"), b = f(1)) # list(\ny <- mylist(z)';
    expect(withLists(list)).toBe('x <-     {a =  ["p", "q)"], b = f(1)}        \ny <- mylist(z)');
  });

  it.each(['(', '{', '{:a ', 'list(', 'c(a = ', '"', "c('"])('takes no more than a walk over %s', (unit) => {
    const text = unit.repeat(200_000 / unit.length);
    expect(withMaps(text)).toHaveLength(text.length);
    expect(withLists(text)).toHaveLength(text.length);
  });
});
