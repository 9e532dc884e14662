await got.post('transfers', { prefixUrl: `${host}/api/v1`, json: { customerId, amount: 5, requireApproval: false } });
const tenant = await got('current-tenant', { prefixUrl: `${host}/api/v1/` }).json();
