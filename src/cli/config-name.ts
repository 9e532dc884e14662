// The config file's name where none is given.
export const CONFIG_NAME = 'paybatch.config.json';
