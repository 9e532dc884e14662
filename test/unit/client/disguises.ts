// How a service, a proxy or a framework may write a secret that it was sent, and whether a reader could get it out of a text
// again. Made without the program's own decoders.
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const each = (text: string, how: (unit: string) => string): string => text.split('').map(how).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const NAMES: Readonly<Record<string, string>> = {
  '+': '&plus;',
  '/': '&sol;',
  '=': '&equals;',
  '&': '&amp;',
  _: '&lowbar;',
};

/** Base64 of something in which a secret begins at each of the three places of a group. */
const placed = (text: string, offset: number): string => base64(`${'~'.repeat(3 + offset)}${text}~~`);
const padless = (text: string): string => text.replace(/=+$/, '');
const forUrls = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/** Ways in which a service, a proxy or a framework writes text into something else. */
export const DISGUISES: Readonly<Record<string, (secret: string, around: string) => string>> = {
  plain: (secret) => secret,
  'a JSON text': (secret) => JSON.stringify(secret),
  'JSON with every character escaped': (secret) => each(secret, (c) => `\\u${hex(c.charCodeAt(0), 4)}`),
  'JSON in capitals': (secret) => each(secret, (c) => `\\u${hex(c.charCodeAt(0), 4).toUpperCase()}`),
  'JSON with its slashes escaped': (secret) =>
    JSON.stringify(secret).replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
  'JSON within JSON': (secret) => JSON.stringify(JSON.stringify({ at: secret })),
  'a URL': (secret) => encodeURIComponent(secret),
  'a URL in small letters': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'a URL with every byte encoded': (secret) =>
    [...Buffer.from(secret)].map((byte) => `%${hex(byte, 2)}`).join(''),
  'a URL within a URL': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'a form': (secret) => new URLSearchParams({ s: secret }).toString(),
  HTML: (secret) => each(secret, (c) => `&#${c.charCodeAt(0)};`),
  'hexadecimal HTML': (secret) => each(secret, (c) => `&#x${hex(c.charCodeAt(0), 2)};`),
  Base64: (secret) => base64(secret),
  'Base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'Base64 with its slashes escaped': (secret) => base64(secret).replaceAll('/', '\\/'),
  'Base64 of key and secret': (secret) => `Basic ${base64(`the-api-key:${secret}`)}`,
  'Base64 of something longer': (secret, around) => base64(around + secret + around),
  'HTML with names': (secret) => each(secret, (c) => NAMES[c] ?? c),
  'a URL three times': (secret) => [1, 2, 3].reduce((text) => encodeURIComponent(text), secret),
  "JavaScript's text": (secret) => each(secret, (c) => `\\x${hex(c.charCodeAt(0), 2)}`),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'in capitals': (secret) => secret.toUpperCase(),
  'in small letters': (secret) => secret.toLowerCase(),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'Base64 in capitals': (secret) => base64(secret).toUpperCase(),
  'Base64 in small letters': (secret) => base64(secret).toLowerCase(),
  'Base64 without padding': (secret) => padless(base64(secret)),
  'Base64 of key and secret without padding, for URLs': (secret) =>
    padless(forUrls(base64(`the-api-key:${secret}`))),
  'a URL of Base64': (secret) => encodeURIComponent(base64(secret)),
  ...Object.fromEntries(
    [0, 1, 2].flatMap((offset) => [
      [`Base64 at ${offset}`, (secret: string) => placed(secret, offset)],
      [
        `Base64 at ${offset} without padding, for URLs`,
        (secret: string) => padless(forUrls(placed(secret, offset))),
      ],
      [`Base64 at ${offset} in small letters`, (secret: string) => placed(secret, offset).toLowerCase()],
    ]) as [string, (secret: string) => string][], // pairs
  ),
};

/** Whether a reader could get the secret out of this text by undoing what people undo. */
export function betrays(text: string, secret: string): boolean {
  const layers = [text];
  for (let i = 0; i < 5; i++) {
    const last = layers.at(-1)!;
    layers.push(
      last
        .replace(/[\r\n]\s*|\\[rn]/g, '')
        .replace(/[\\%]u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replace(/\\x([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replace(
          /&(plus|sol|equals|amp|lowbar);/g,
          (whole) => Object.entries(NAMES).find(([, name]) => name === whole)?.[0] ?? '',
        )
        .replace(/\\(["\\/])/g, '$1')
        .replace(/\u001b\[\d*m|[\u200b\u200d]/g, '')
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
        .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString()),
    );
  }
  const found = [...layers];
  let latest = layers;
  for (let i = 0; i < 2; i++) {
    latest = [...new Set(latest)].flatMap(unpacked);
    for (const one of latest) found.push(one);
  }
  const sought = secret.toLowerCase();
  return found.some((layer) => layer.toLowerCase().includes(sought));
}

/** What each run of letters and digits would be if it were Base64 or hexadecimal, of UTF-8 or UTF-16. */
function unpacked(text: string): string[] {
  const runs = text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? [];
  return runs.flatMap((run) =>
    [0, 1, 2, 3].flatMap((cut) =>
      (['base64', 'hex'] as const).flatMap((encoding) => {
        const decoded = Buffer.from(run.slice(cut), encoding).toString('latin1');
        return [decoded, decoded.replaceAll('\0', '')];
      }),
    ),
  );
}
