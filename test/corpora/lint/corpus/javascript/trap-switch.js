function label(type) {
  switch (type) {
    case 'OwnershipChart':
      return 'Ownership chart (no longer needed)';
    case 'AmlPolicy':
      return 'AML policy (no longer needed)';
  }
  if (type === 'RegulatoryLicenses') return '';
}
