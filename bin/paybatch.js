#!/usr/bin/env node
// Hands over to the built program. `npm run build` makes it.
const { start } = await import('../dist/start/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.message).includes('dist')) throw error;
  console.error('paybatch: not built yet: run "npm run build" in its folder');
  process.exit(2);
});
await start();
