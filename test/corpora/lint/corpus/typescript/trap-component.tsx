import { OrganizationChart } from 'primereact/organizationchart';
export const Chart = () => <OrganizationChart value={nodes} />;
export const registry = { components: ['OrganizationChart', 'Tree'] };
