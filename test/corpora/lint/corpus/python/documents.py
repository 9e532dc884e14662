DOCUMENT_TYPES = ["OrganizationChart", "ComplianceOfficerCV", "CertificateOfIncorporation"]
for document_type in DOCUMENT_TYPES:
    upload(customer_id, document_type)
