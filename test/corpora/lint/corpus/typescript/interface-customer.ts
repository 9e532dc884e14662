export interface CreateCustomer {
  businessLegalName: string;
  regulatedEntity?: string;
  notRegulatedReason?: string;
  transactionBreakdown: {
    estimatedMonthlyVolumeUsd: string;
    incomingStablecoinAvgUsdValue?: number;
  };
}
