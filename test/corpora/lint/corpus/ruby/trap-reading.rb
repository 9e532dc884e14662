# amount in POST /api/v1/transfers ended
answer = connection.post('/api/v1/transfers', { receiverAmount: 5, customerId: id }).body
amount = answer['amount']
body.delete(:sourceOfFunds)
LEGACY_FIELDS = { compliance: nil, sourceOfFunds: nil }.freeze
