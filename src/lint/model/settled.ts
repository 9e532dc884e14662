// Whether a text names a host or a client of the config file: whole, never as a part of another's name.

/** `desk.io` stands in `api.desk.io` and `https://desk.io/x`, and not in `shopdesk.io` or `desk.io.example`. */
export const namesHost = (text: string, hosts: readonly string[]): boolean =>
  hosts.some((host) => stands(text, host, isHostAlone));

/** `harbor` stands in `this.harbor.get`, `harborClient` and `my_harbor`, and not in `harbored`; `Harbor` in `newHarborClient`, too. */
export const namesClient = (text: string, clients: readonly string[]): boolean =>
  clients.some((client) => stands(text, client, isPartAlone));

type Alone = (text: string, start: number, end: number) => boolean;

function stands(text: string, name: string, isAlone: Alone): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
    if (isAlone(text, at, at + name.length)) return true;
  return false;
}

const isHostAlone: Alone = (text, start, end) =>
  !/[\w-]/.test(text.charAt(start - 1)) && !/^(?:[\w-]|\.\w)/.test(text.slice(end, end + 2));

const isLower = (sign: string): boolean => /[a-z\d]/.test(sign);
const isUpper = (sign: string): boolean => /[A-Z]/.test(sign);
const isPart = (sign: string): boolean => isLower(sign) || isUpper(sign);

const isPartAlone: Alone = (text, start, end) => {
  const [before, first] = [text.charAt(start - 1), text.charAt(start)];
  const [last, after, further] = [text.charAt(end - 1), text.charAt(end), text.charAt(end + 1)];
  const begins = !isPart(before) || !isPart(first) || (isLower(before) && isUpper(first));
  const ends =
    !isPart(after) ||
    !isPart(last) ||
    /\d/.test(after) ||
    (isUpper(after) && (isLower(last) || /[a-z]/.test(further)));
  return begins && ends;
};
