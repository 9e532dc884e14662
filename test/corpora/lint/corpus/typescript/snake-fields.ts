await http.post('/api/v1/customers', { businessLegalName: name, customerBaseBreakdown: 'Retail', isNamedAccountRequired: true });
