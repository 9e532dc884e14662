export const REQUIRED_DOCUMENTS = ['CertificateOfIncorporation', 'BankStatements', 'OwnershipChart'] as const;
export const uploadAll = (id: string) =>
  client.post(`/api/v1/customers/${id}/documents`, { documentType: 'AmlPolicy', fileBlob: blob });
