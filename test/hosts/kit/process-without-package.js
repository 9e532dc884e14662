// Loaded ahead of the command: this process alone doesn't find the package that PAYBATCH_TEST_WITHOUT names.
import { register } from 'node:module';

const missing = JSON.stringify(process.env.PAYBATCH_TEST_WITHOUT);
const hooks = `export function resolve(name, context, next) {
  if (name !== ${missing}) return next(name, context);
  throw Object.assign(new Error("Cannot find package '" + name + "'"), { code: 'ERR_MODULE_NOT_FOUND' });
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
