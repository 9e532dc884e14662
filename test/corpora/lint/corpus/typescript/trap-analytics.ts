analytics.track('payout', { amount: 5, customerId: 'c', source: 'web' });
const chart = { documents: 5, compliance: 'green', amount: 3 };
