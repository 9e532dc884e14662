// The tables of README and manual, made from the data that they describe.
import { EXIT_CODES } from '../../../src/cli/help-text.ts';
import { SETTING_NAMES, settingOf } from '../../../src/cli/settings-table.ts';
import { PAYOUT_COLUMNS } from '../../../src/interface/columns.ts';
import { CUSTOMER_COLUMNS } from '../../../src/interface/customer-columns.ts';
import { DEFAULT_PROFILE, PROFILE } from '../../../src/interface/profile.ts';
import { RULE_IDS, ruleOf } from '../../../src/interface/rules.ts';
import { FAULT_KINDS } from '../../../src/sandbox/faults.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
const code = (text: string): string => `\`${text}\``;

const COLUMN_MEANINGS: Record<(typeof PAYOUT_COLUMNS)[number]['path'], string> = {
  reference: 'your own number for the payment, such as the invoice number; not sent to the service',
  customerId: 'ID of the customer',
  'source.currency': 'currency of the wallet',
  'source.network': 'network of the wallet, such as `ethereum`',
  'source.walletId': 'ID of the wallet',
  'destination.currency': 'currency that arrives',
  'destination.externalAccountId': 'ID of the account that is paid',
  purposeOfPayment: 'purpose, such as `PaymentForGoods`',
  receiverAmount: 'amount that arrives, such as `12` or `12.50`',
  memo: 'text that is sent with the payment',
  useDeveloperFunds:
    '`true`: your own wallet. `false` or empty: the wallet of the customer. `--use-developer-funds` makes empty mean `true`',
  requireApproval:
    '`true` or `false`; sent to the service as it is. This has nothing to do with plans (see [approvals](approvals.md))',
  documents: 'file paths, document IDs or data URLs, separated by `;`',
  isFirstParty: '`true` or `false`; sent with the quote',
};
const REQUIRED_COLUMNS: readonly string[] = [...DEFAULT_PROFILE.requiredTransferFields, 'receiverAmount'];

const CUSTOMER_TYPES: Record<(typeof CUSTOMER_COLUMNS)[number]['type'], string> = {
  reference: 'your own number for the customer. It is not sent to the service',
  text: 'text',
  country: 'ISO 3166-1 code of two letters',
  countries: 'ISO 3166-1 codes of two letters, separated by `;`',
  enumerated: 'a value of the service. An unknown value is sent, with a warning',
  'enumerated-list': 'values of the service, separated by `;`',
  boolean: '`true` or `false`',
  phone: 'a phone number that can exist, beginning with `+`',
};
const CUSTOMER_FORMS: Record<string, string> = {
  website: 'http or https address',
  incorporationDate: 'date that exists, `YYYY-MM-DD`',
  email: 'e-mail address',
  'contactPerson.email': 'e-mail address',
  'termsOfServiceAcceptance.date': 'ISO 8601 date-time with offset',
  'termsOfServiceAcceptance.ipAddress': 'IP address, v4 or v6',
  naicsCode: 'NAICS code of 2 to 6 digits',
  companySourceOfWealthOther: 'text, only with `companySourceOfWealth`',
  accountFundingSourceOther: 'text, only with `accountFundingSource`',
};

interface OpenSet {
  readonly values: readonly string[];
  readonly closed: false;
}
const isOpenSet = (value: unknown): value is OpenSet =>
  typeof value === 'object' && value !== null && 'closed' in value && !value.closed;
const ONE_VALUE = 'The specification shows one value';
const valuesOf = ({ values }: OpenSet): string => values.map(code).join(', ');

/** One row for all sets of which the specification shows one value. */
function enumerations(): string[] {
  const sets = Object.entries(PROFILE).flatMap(([name, { open, default: value, why }]) =>
    isOpenSet(value) && why.startsWith(ONE_VALUE) ? [{ name, open, values: valuesOf(value) }] : [],
  );
  const sections = [...new Set(sets.flatMap(({ open }) => /\d\.\d/.exec(open) ?? []))].sort();
  return [
    `The full sets of enumerated values (${sections.join(', ')})`,
    sets.map(({ name, values }) => `${code(name)}: ${values}`).join('; '),
    'The specification shows one value of each. The sets are open',
    'the names in this row',
  ];
}

export const TABLES: Readonly<Record<string, () => string>> = {
  columns: () =>
    table(
      ['column', 'required (default)', 'meaning'],
      PAYOUT_COLUMNS.map(({ path }) => [
        code(path),
        REQUIRED_COLUMNS.includes(path) ? 'yes' : '',
        COLUMN_MEANINGS[path],
      ]),
    ),
  customerColumns: () => {
    const held = new Map<string, string[]>();
    for (const { path, type } of CUSTOMER_COLUMNS) {
      const holds = CUSTOMER_FORMS[path] ?? CUSTOMER_TYPES[type];
      held.set(holds, [...(held.get(holds) ?? []), code(path)]);
    }
    return table(
      ['holds', 'columns'],
      [
        ...[...held].map(([holds, columns]) => [holds, columns.join(', ')]),
        ['required: file paths or data URLs, separated by `;`', code('documents.BankStatements')],
        [
          'file paths or data URLs of another document type, except the types that release 1.32 removed',
          code('documents.<Type>'),
        ],
      ],
    );
  },
  rules: () =>
    table(
      ['rule', 'flags', 'what to do'],
      RULE_IDS.map((rule) => [code(rule), ruleOf(rule).flags, ruleOf(rule).how]),
    ),
  settings: () =>
    table(
      ['setting', 'environment', 'flag', 'default', 'what it is'],
      SETTING_NAMES.map((name) => {
        const { env, flag, default: value, does } = settingOf(name);
        const cells = [env, flag && `--${flag}`, value].map((one) => (one === undefined ? '' : code(one)));
        return [code(name), ...cells, does];
      }),
    ),
  exits: () =>
    table(
      ['exit code', 'meaning'],
      EXIT_CODES.map(([number, meaning]) => [String(number), meaning]),
    ),
  assumptions: () =>
    table(
      ['left open by the interface', 'default', 'why', 'setting'],
      [
        enumerations(),
        ...Object.entries(PROFILE).flatMap(([name, { open, default: value, why }]) => {
          if (!isOpenSet(value)) return [[open, code(JSON.stringify(value)), why, code(name)]];
          return why.startsWith(ONE_VALUE) ? [] : [[open, `${valuesOf(value)}, open`, why, code(name)]];
        }),
      ],
    ),
  faults: () =>
    table(
      ['fault', 'does'],
      Object.entries(FAULT_KINDS).map(([kind, does]) => [code(kind), does]),
    ),
};

/** The page with new tables between its markers. */
export const withTables = (page: string): string =>
  page.replace(/<!-- table (\w+) -->[\s\S]*?<!-- end -->/g, (_, name: string) => {
    const make = TABLES[name];
    if (!make) throw new Error(`a page asks for the table ${name}, which does not exist`);
    return `<!-- table ${name} -->\n\n${make()}\n\n<!-- end -->`;
  });
