// The config file's name where none is given, and what to try before anything is set.
export const CONFIG_NAME = 'paybatch.config.json';
/** In front of how to set anything: whoever types what a nightly job printed lacks the job's variables, not the settings. */
export const LOAD_FIRST =
  'If a file holds the environment of your runs, load it first: set -a; . FILE; set +a. ';
/** Where else a setting may stand; API key and secret in the environment alone. */
export const inConfig = (name: string, path = CONFIG_NAME): string =>
  /^api(?:Key|Secret)$/.test(name) ? '' : ` or as "${name}" in ${path}`;
