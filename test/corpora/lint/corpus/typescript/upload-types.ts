await uploadDocument(customerId, DocumentType.OwnershipChart, file);
form.append('documentType', 'RegulatoryLicenses');
const record = { documentType: 'ComplianceOfficerCV', file };
