// Loaded ahead of the program, in each of its threads: see the hook.
import { register } from 'node:module';

register('./without-hashes-hook.js', import.meta.url);
