const API = '/api/v1';
export const Paths = {
  me: `${API}/current-tenant`,
  transfers: `${API}/transfers`,
};
export const pay = (body: object) => http.post(Paths.transfers, { ...body, customerId: 'c', amount: 10 });
