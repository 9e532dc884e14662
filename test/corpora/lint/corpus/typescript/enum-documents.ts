export enum DocumentType {
  Chart = 'OrganizationChart',
  Certificate = 'CertificateOfIncorporation',
}
