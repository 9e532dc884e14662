const http = axios.create({ baseURL: 'https://api.payments.example/api/v1' });
export const me = () => http.get('/current-tenant');
export const instruction = (network: string, asset: string) => http.get(`/current-tenant/crypto-instruction/${network}/${asset}`);
