export const balances = () => axios({ method: 'get', baseURL: BASE, url: '/api/v1/current-tenant/balances' });
export const me = new URL('/api/v1/current-tenant', BASE);
