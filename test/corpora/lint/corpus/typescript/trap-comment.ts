/**
 * Earlier: POST /api/v1/transfers { customerId, amount: 5 } and GET /api/v1/current-tenant/balances.
 * OwnershipChart and sourceOfFunds are gone.
 */
// await http.post('/api/v1/transfers', { amount: 5 });
export const pay = () => http.post('/api/v1/transfers', { receiverAmount: 5 });
