const BASE = 'https://api.payments.example';
export const balances = () => fetch(`${BASE}/api/v1/current-tenant/balances`);
export const webhook = () => fetch(BASE + '/api/v1/current-tenant/webhook-config');
export const settings = () => fetch(`${BASE}/api/v1/current-tenant-settings`);
