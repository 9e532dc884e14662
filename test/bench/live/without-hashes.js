// Loaded before the program in each of its threads. Registers the hook.
import { register } from 'node:module';

register('./without-hashes-hook.js', import.meta.url);
