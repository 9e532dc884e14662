const { join } = require('node:path/posix');
get(join('/api/v1', 'current-tenant', 'balances'));
get(['', 'api', 'v1', 'current-tenant'].join('/'));
