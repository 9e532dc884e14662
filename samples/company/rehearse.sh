#!/bin/sh
# The nightly calls of the company. To rehearse them: paybatch rehearse -- sh samples/company/rehearse.sh
set -eu
token=$(curl -sf "$PAYBATCH_AUTH_URL/oauth/token" -H 'Content-Type: application/json' -d "{
  \"grant_type\": \"http://idp.example/oauth/grant-type/password-realm\", \"realm\": \"Api-Key-Authentication\",
  \"audience\": \"$PAYBATCH_BASE_URL/api\", \"client_id\": \"$PAYBATCH_CLIENT_ID\",
  \"username\": \"$PAYBATCH_API_KEY\", \"password\": \"$PAYBATCH_API_SECRET\" }" | sed 's/.*"access_token":"\([^"]*\)".*/\1/')
call() { curl -s -o /dev/null -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"; }
call "$PAYBATCH_BASE_URL/api/v1/current-tenant/balances"
call "$PAYBATCH_BASE_URL/api/v1/transfers" -d '{"amount": 5, "purposeOfPayment": "PaymentForGoods"}'
call "$PAYBATCH_BASE_URL/api/v1/customers" -d '{"businessLegalName": "X", "sourceOfFunds": "Sales"}'
call "$PAYBATCH_BASE_URL/api/v1/accounts"
