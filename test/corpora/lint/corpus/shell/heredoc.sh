curl -X POST "$BASE/api/v1/customers" -d @- <<EOF
{
  "businessLegalName": "Harbour",
  "sourceOfFunds": "Sales"
}
EOF
