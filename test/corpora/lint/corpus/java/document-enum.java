public enum DocumentType {
  OwnershipChart,
  AmlPolicy,
  CertificateOfIncorporation
}
