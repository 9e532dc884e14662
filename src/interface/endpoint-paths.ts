// The paths of the endpoints of section 4, all of them, apart from their schemas: who only compares paths needn't load those.

export const ENDPOINT_PATHS = {
  token: '/oauth/token',
  listAccounts: '/api/v1/accounts',
  createCustomer: '/api/v1/customers',
  uploadCustomerDocument: '/api/v1/customers/{customerId}/documents',
  getFiatDepositInstructions: '/api/v1/customers/{id}/fiat-deposit-instructions',
  createTransfer: '/api/v1/transfers',
  quoteTransfer: '/api/v1/transfers/quote',
  uploadTransferDocument: '/api/v1/transfers/documents',
  createTrade: '/api/v1/trades',
  quoteTrade: '/api/v1/trades/quotes',
  getDeveloper: '/api/v1/developer',
  getWebhookConfig: '/api/v1/developer/webhook-config',
  updateWebhookConfig: '/api/v1/developer/webhook-config',
  getDeveloperBalances: '/api/v1/developer/balances',
  getCryptoInstruction: '/api/v1/developer/crypto-instruction/{network}/{asset}',
} as const;
