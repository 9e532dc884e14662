// A small integration of the earlier interface, for a first look at the linter: paybatch lint samples/lint
const BASE = process.env['PAYMENTS_URL'];

export async function payInvoice(http: Http, customerId: string, gbp: number, pdf: string): Promise<unknown> {
  return http.post(`${BASE}/api/v1/transfers`, {
    customerId,
    purposeOfPayment: 'PaymentForGoods',
    amount: gbp,
    documents: [`data:application/pdf;base64,${pdf}`],
  });
}

export const balances = (http: Http): Promise<unknown> => http.get(`${BASE}/api/v1/current-tenant/balances`);

export const ONBOARDING_DOCUMENTS = ['OwnershipChart', 'AmlPolicy', 'CertificateOfIncorporation'];

interface Http {
  get(url: string): Promise<unknown>;
  post(url: string, body: object): Promise<unknown>;
}
