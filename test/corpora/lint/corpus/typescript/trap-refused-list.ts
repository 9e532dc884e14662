const REMOVED_DOCUMENT_TYPES = new Set(['OwnershipChart', 'AmlPolicy']);
const DEPRECATED_FIELDS = { sourceOfFunds: 'use accountFundingSource', compliance: null };
export const check = (type: string) => {
  if (REMOVED_DOCUMENT_TYPES.has(type)) throw new Error(`${type} was removed`);
};
