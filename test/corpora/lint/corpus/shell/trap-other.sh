curl -d '{"amount": 5, "currency": "usd"}' https://api.stripe.com/v1/charges
echo "amount documents compliance"
curl $BASE/api/v1/developer/balances
