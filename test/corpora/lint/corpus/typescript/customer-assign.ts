const customer: any = { businessLegalName: name };
customer.sourceOfFunds = 'Sales';
customer.compliance = { isKYCPerformed: true };
customer.transactionBreakdown = {};
customer.transactionBreakdown.preferredSettlementCurrencies = ['USD'];
await api.post('/api/v1/customers', customer);
