const documents = {
  OwnershipChart: 'chart.pdf',
  IndependentAmlAudit: 'audit.pdf',
};
upload(customerId, documents);
