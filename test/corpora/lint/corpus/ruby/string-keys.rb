payload = { 'customerId' => id, 'requireApproval' => true }
payload['amount'] = value
connection.post('/api/v1/transfers', payload)
connection.get("#{base}/api/v1/current-tenant/webhook-config")
