const currentTenant = useTenant();
const key = 'current-tenant';
localStorage.setItem('current-tenant', currentTenant.id);
const css = '.current-tenant { color: red }';
