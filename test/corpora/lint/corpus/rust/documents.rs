const DOCUMENT_TYPES: [&str; 2] = ["OrganizationChart", "ComplianceOfficerCV"];
