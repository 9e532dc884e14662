export const onboardingDocuments = ['OrganizationChart', 'RegulatoryLicenses'];
