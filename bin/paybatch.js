#!/usr/bin/env node
// Hands over to the built program. `npm run build` makes it. What nobody caught, and what the runtime itself fails at, must
// not end with 1: a scheduler would read that rows were refused.
let hasBegun = () => false;
process.on('uncaughtException', (error) => {
  if (process.exitCode) process.exit(); // it has ended already, and said why
  const what = String(error?.message ?? error).split('\n', 1)[0];
  const next = hasBegun()
    ? 'Whatever was sent is recorded in the ledger; running again continues from there'
    : 'Nothing was sent';
  process.stderr.write(`paybatch: stopped by an error of the runtime: ${what}. ${next}\n`);
  if (process.argv.includes('--verbose')) process.stderr.write(`${error?.stack}\n`);
  process.exit(hasBegun() ? 4 : 2);
});
const main = await import('../dist/start/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.message).includes('dist')) throw error;
  console.error('paybatch: not built yet: run "npm run build" in its folder');
  process.exit(2);
});
({ hasBegun } = main);
await main.start();
