API="https://api.payments.example/api/v1"
TENANT="$API/current-tenant"
curl -X PATCH "$API/current-tenant/webhook-config" -d '{"url":"https://x.example"}'
