import { post } from './http';
export function transfer(row: Row) {
  const payload: Record<string, unknown> = { customerId: row.customer, requireApproval: true };
  payload.amount = row.total;
  payload['memo'] = row.text;
  return post('/api/v1/transfers', payload);
}
