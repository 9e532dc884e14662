// What the report's page does where scripts run: search, filter, sort, download, copy. Everything that it shows is put in
// as text. It draws the rows that are seen first and the others when the browser has time, so that its own search and the
// printer find all of them. The page names this text by its hash: not a byte of anything else runs.
export const SCRIPT = `'use strict';
(() => {
const $ = (selector) => document.querySelector(selector);
const { columns, rows: packed } = JSON.parse($('#data').textContent);
const KEPT = 64;
const seen = columns.map(() => []);
const rows = packed.map((row) => row.map((value, at) => {
  if (typeof value === 'number') return seen[at][value];
  if (seen[at].length < KEPT) seen[at].push(value);
  return value;
}));
const at = (name) => columns.findIndex((column) => column.name === name);
const [LINE, REFERENCE, STATUS, AMOUNT, CURRENCY, MEMO] =
  ['line', 'reference', 'status', 'receiverAmount', 'currency', 'memo'].map(at);
const PAYEE = columns.length - 3, SHOWN = columns.length - 2, DETAIL = columns.length - 1;
const CHUNK = 100;
const table = $('#rows table');
const out = $('#shown');
let shown = rows.map((_, index) => index);
let drawn = table.tBodies.length === 0 ? 0 : [...table.tBodies].reduce((sum, body) => sum + body.rows.length, 0);
let texts;
let round = 0;

const pattern = document.createElement('tr');
pattern.setAttribute('role', 'row');
for (let cell = 0; cell < 6; cell++) {
  const td = pattern.insertCell();
  td.setAttribute('role', 'cell');
}
pattern.cells[3].className = 'r';
const draw = (row) => {
  const tr = pattern.cloneNode(true);
  const cells = tr.cells;
  cells[0].textContent = row[LINE];
  cells[1].textContent = row[REFERENCE];
  cells[2].textContent = row[PAYEE];
  cells[3].textContent = row[SHOWN];
  cells[4].textContent = row[STATUS].replace('_', ' ');
  cells[4].className = 's-' + row[STATUS];
  cells[5].textContent = row[DETAIL];
  return tr;
};
const chunk = () => {
  const body = document.createElement('tbody');
  body.setAttribute('role', 'rowgroup');
  for (const end = Math.min(drawn + CHUNK, shown.length); drawn < end; drawn++) body.append(draw(rows[shown[drawn]]));
  table.append(body);
};
const later = window.requestIdleCallback ? (work) => requestIdleCallback(work, { timeout: 200 }) : (work) => setTimeout(work, 16);
const rest = (mine) => {
  if (mine !== round || drawn >= shown.length) return;
  const until = performance.now() + 12;
  while (drawn < shown.length && performance.now() < until) chunk();
  later(() => rest(mine));
};
const count = () => {
  const all = rows.length.toLocaleString('en-US');
  out.textContent = shown.length === rows.length ? all + (rows.length === 1 ? ' row' : ' rows') : shown.length.toLocaleString('en-US') + ' of ' + all + ' rows';
};
const redraw = () => {
  round++;
  for (const body of [...table.tBodies]) body.remove();
  drawn = 0;
  if (shown.length > 0) chunk();
  if (drawn < shown.length) chunk();
  count();
  const mine = round;
  later(() => rest(mine));
};

const folded = (text) => text.normalize('NFKC').toLowerCase().replace(/[^\\S\\n]+/g, ' ');
const search = $('#rows input[type=search]');
const filter = $('#rows select');
let order = null;
const seenOf = (row) => [
  row[LINE], row[REFERENCE], row[PAYEE], row[MEMO] ?? '', row[SHOWN], row[AMOUNT] + ' ' + row[CURRENCY],
  row[STATUS].replace('_', ' '), row[STATUS], row[DETAIL],
];
const choose = () => {
  const typed = folded(search.value.trim());
  if (typed !== '') texts ??= rows.map((row) => folded(seenOf(row).join('\\n')));
  shown = [];
  rows.forEach((row, index) => {
    if (filter.value !== '' && row[STATUS] !== filter.value) return;
    if (typed === '' || texts[index].includes(typed)) shown.push(index);
  });
  if (order) sort();
  redraw();
};
let waiting;
search.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(choose, rows.length > 5000 ? 150 : 0);
});
filter.addEventListener('change', choose);

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
// Digit for digit: a float would take two long amounts for one.
const figure = (text) => {
  const [whole, part = ''] = String(text ?? '').split('.');
  return whole === '' ? '' : whole.padStart(60, '0') + '.' + part.padEnd(30, '0');
};
const compareText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const compareBy = {
  line: (a, b) => a - b,
  amount: (a, b) => collator.compare(rows[a][CURRENCY], rows[b][CURRENCY]) || compareText(figure(rows[a][AMOUNT]), figure(rows[b][AMOUNT])),
};
const textOf = { reference: REFERENCE, payee: PAYEE, status: STATUS, detail: DETAIL };
const sort = () => {
  const { by, down } = order;
  const compare = compareBy[by] ?? ((a, b) => collator.compare(rows[a][textOf[by]], rows[b][textOf[by]]));
  shown.sort((a, b) => (down ? compare(b, a) : compare(a, b)) || a - b);
};
for (const button of document.querySelectorAll('#rows th button')) {
  button.addEventListener('click', () => {
    const head = button.closest('th');
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of document.querySelectorAll('#rows th')) other.setAttribute('aria-sort', 'none');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    order = { by: button.dataset.by, down };
    sort();
    redraw();
  });
}

/* The same as in the files that paybatch writes: what a spreadsheet would run gets an apostrophe. */
const START = /^(?=[=+\\-@\\t\\r\\uff0b\\uff0d\\uff1d\\uff20])/;
const INSIDE = /([;\\t\\r\\n|][ "\\u00a0]*)(?=[=+\\-@\\uff0b\\uff0d\\uff1d\\uff20])/g;
const defuse = (text) => text.replace(INSIDE, "$1'").replace(START, "'");
const quoted = (text) => (/[",;\\t|\\r\\n]|^\\s|\\s$/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
const csv = () => {
  const own = columns.slice(0, PAYEE);
  const lines = [own.map(({ name }) => quoted(defuse(name)))];
  for (const index of shown) lines.push(own.map(({ text }, column) => quoted(text ? defuse(rows[index][column]) : rows[index][column])));
  return lines.map((line) => line.join(',') + '\\n');
};
$('#download').addEventListener('click', () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(csv(), { type: 'text/csv;charset=utf-8' }));
  link.download = document.body.dataset.name + '.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});

for (const button of document.querySelectorAll('button.copy')) {
  button.addEventListener('click', async () => {
    const code = button.parentElement.querySelector('#' + button.dataset.of);
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}

addEventListener('beforeprint', () => {
  while (drawn < shown.length) chunk();
});
document.documentElement.className = 'scripted';
count();
later(() => rest(round));
})();`;
