// The addresses of --notify and --ping: what they may be, and how they are shown. They are secrets but for their host.
import { isLoopback } from '../../interface/environment.ts';
import { SettingError } from '../io.ts';

/** Errors: {@link UsageError} that doesn't repeat the address. */
export function hookAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const good = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!good) throw new SettingError(`${name}: expected an https address (loopback may be http)`, 'settings');
  return url;
}

/** Where an address is set, as messages name it: `--notify`, `notify (paybatch.config.json)`. */
export const hookPlace = (name: 'notify' | 'ping', source: string): string =>
  source === `--${name}` ? source : `${name} (${source})`;

/** The address as it may be shown. */
export function shownHook(text: string): string {
  return URL.canParse(text) ? `${new URL(text).protocol}//${new URL(text).host}/...` : '********';
}
