export const onboard = (company: Company) =>
  client.post('/api/v1/customers', {
    businessLegalName: company.name,
    businessIndustryType: 'CorporateOrMerchant',
    isBusinessRegulated: false,
    compliance: { isKYCPerformed: true, kycVendor: 'x' },
    sourceOfFunds: 'Sales',
    fundingSourceExplanation: 'Sales',
    transactionBreakdown: {
      estimatedMonthlyVolumeUsd: 'Usd500kTo1m',
      transactionTypes: ['Ach'],
      incomingAchTxCountMonthly: 12,
    },
  });
