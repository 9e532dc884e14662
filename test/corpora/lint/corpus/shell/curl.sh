#!/bin/sh
# curl $BASE/api/v1/current-tenant
curl -s -X POST "$BASE/api/v1/transfers" \
  -H 'Content-Type: application/json' \
  -d '{"customerId":"c","amount":5,"purposeOfPayment":"PaymentForGoods"}'
curl -s "$BASE/api/v1/current-tenant/balances"
