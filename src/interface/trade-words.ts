// Names of a trade's members, word by word. The last word tells what a name is of: an accountManager is a person, a valueDate a
// date. Such a member makes no other trade: a trade refused by mistake is seen, one executed twice is not. Pure.

/** What is asked, noted or kept about a trade, an account or a market, in the singular. */
const BESIDE: ReadonlySet<string> = new Set([
  ...[
    'date',
    'datetime',
    'time',
    'timestamp',
    'timezone',
    'zone',
    'day',
    'week',
    'month',
    'year',
    'at',
    'on',
    'until',
  ],
  ...[
    'expiry',
    'expiration',
    'deadline',
    'ttl',
    'timeout',
    'session',
    'by',
    'manager',
    'officer',
    'operator',
    'user',
  ],
  ...[
    'author',
    'approver',
    'requester',
    'desk',
    'team',
    'attempt',
    'try',
    'retry',
    'status',
    'state',
    'version',
  ],
  ...[
    'revision',
    'note',
    'comment',
    'remark',
    'description',
    'memo',
    'reason',
    'label',
    'tag',
    'title',
    'message',
  ],
  ...[
    'hint',
    'ticket',
    'nonce',
    'sequence',
    'url',
    'uri',
    'link',
    'callback',
    'webhook',
    'locale',
    'language',
    'flag',
  ],
  ...[
    'metadata',
    'meta',
    'history',
    'check',
    'verified',
    'verification',
    'confirmed',
    'confirmation',
    'approved',
  ],
  ...['approval', 'enabled', 'active', 'ip'],
]);
/** They tell of the word before them: an accountManagerName, an accountId, a marketTimeUtc. */
const PARTICULARS: ReadonlySet<string> = new Set([
  ...[
    'id',
    'uuid',
    'guid',
    'key',
    'name',
    'email',
    'phone',
    'code',
    'text',
    'type',
    'number',
    'no',
    'format',
  ],
  ...['utc', 'gmt', 'iso', 'local', 'unix', 'epoch', 'ms', 'millis', 'sec', 'seconds'],
]);
/** How many of these is an amount; how many of anything else isn't. */
const COUNTED: ReadonlySet<string> = new Set(['unit', 'lot', 'coin', 'token', 'share', 'asset', 'contract']);
/** Words that a name in small letters may begin with: accountmanager. */
const GLUED =
  /^.*(?:amount|quantity|volume|notional|currency|asset|token|symbol|instrument|wallet|account|network|chain|customer|beneficiary|direction)s?(?=.)/;

/** Words of a name in small letters: of camelCase, snake_case, kebab-case; digits are put aside. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** Whether a name, whatever words are in it, is that of a time, a person, a state or a note and not of what is traded. */
export function saysNothingOfIt(name: string): boolean {
  const words = head(wordsOf(name));
  const [before = '', word = ''] = [words.at(-2), words.at(-1)];
  // Alone it may be the amount itself.
  if (singular(word) === 'count') return before !== '' && !COUNTED.has(singular(before));
  return isBeside(word) || isBeside(word.replace(GLUED, ''));
}

/** A dateOfValue is a date. What only tells of the word before it is left out. */
function head(words: readonly string[]): readonly string[] {
  const of = words.findIndex((word, at) => at > 0 && (word === 'of' || word === 'for'));
  const told = of === -1 ? words : words.slice(0, of);
  const isParticular = told.length > 1 && PARTICULARS.has(told.at(-1) ?? '');
  return isParticular ? head(told.slice(0, -1)) : told;
}

const isBeside = (word: string): boolean => BESIDE.has(word) || BESIDE.has(singular(word));

const PLURAL = /(?<=s|x|ch)es$|(?<=[^su])s$/;
const singular = (word: string): string =>
  word.endsWith('ies') ? word.replace(/ies$/, 'y') : word.replace(PLURAL, '');
