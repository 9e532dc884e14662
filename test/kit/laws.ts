// Ahead of every file of tests: all laws take their chances from the one seed.
import fc from 'fast-check';

import { SEED } from './seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
