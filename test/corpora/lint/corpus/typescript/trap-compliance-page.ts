export const routes = [{ path: '/compliance', title: 'Compliance' }];
export const policy = { compliance: { owner: 'legal', reviewedAt: '2026-01-01' }, documents: ['handbook.pdf'] };
