const body = `{"customerId": "${id}", "amount": ${value}, "requireApproval": true}`;
post('/api/v1/transfers', body);
