// The script of the report's page: search, filter, sort, download, copy. The rows are in the page already: the script
// shows, hides and orders them. The page allows only this script, by its hash.
export const SCRIPT = `'use strict';
(() => {
const $ = (selector) => document.querySelector(selector);
const table = $('#rows table');
const all = [...table.querySelectorAll('tbody tr')];
let shown = all;

const number = (count) => count.toLocaleString('en-US');
const count = () => {
  const rows = number(all.length) + (all.length === 1 ? ' row' : ' rows');
  $('#shown').textContent = shown.length === all.length ? rows : number(shown.length) + ' of ' + rows;
};
/* In parts of 100, so that the browser lays out only those that are seen. */
const draw = () => {
  for (const body of [...table.tBodies]) body.remove();
  for (let at = 0; at < shown.length; at += 100) {
    const body = document.createElement('tbody');
    body.setAttribute('role', 'rowgroup');
    body.append(...shown.slice(at, at + 100));
    table.append(body);
  }
  count();
};

/* Digit for digit: a float would take two long amounts for one. */
const amountKey = (text) => {
  const [currency, sum = ''] = text.split(' ').reverse();
  const [whole, part = ''] = sum.replaceAll(',', '').split('.');
  return currency + ' ' + whole + '.' + part.padEnd(30, '0');
};
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
let order = null;
const sort = () => {
  const { column, isAmount, down } = order;
  const keys = new Map(shown.map((row) => {
    const text = row.cells[column].textContent;
    return [row, isAmount ? amountKey(text) : text];
  }));
  shown.sort((a, b) => (down ? -1 : 1) * collator.compare(keys.get(a), keys.get(b)));
};
for (const button of document.querySelectorAll('#rows th button')) {
  button.addEventListener('click', () => {
    const head = button.closest('th');
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of document.querySelectorAll('#rows th')) other.setAttribute('aria-sort', 'none');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    order = { column: head.cellIndex, isAmount: head.className === 'r', down };
    shown = [...shown];
    sort();
    draw();
  });
}

const folded = (text) => text.normalize('NFKC').toLowerCase().replace(/[^\\S\\n]+/g, ' ');
/* What is seen of a row, its amount also without commas, and its memo. */
const textOf = (row) => {
  const cells = [...row.cells].map((cell) => cell.textContent);
  return folded([...cells, cells[3].replaceAll(',', ''), row.dataset.memo].join('\\n'));
};
const search = $('#rows input[type=search]');
const filter = $('#rows select');
let texts;
const choose = () => {
  const typed = folded(search.value.trim());
  if (typed !== '') texts ??= new Map(all.map((row) => [row, textOf(row)]));
  shown = all.filter((row) =>
    (filter.value === '' || row.dataset.status === filter.value) && (typed === '' || texts.get(row).includes(typed)));
  if (order) sort();
  draw();
};
let waiting;
search.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(choose, all.length > 5000 ? 150 : 0);
});
filter.addEventListener('change', choose);

$('#download').addEventListener('click', () => {
  const lines = [table.dataset.csv, ...shown.map((row) => row.dataset.csv)];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(lines.map((line) => line + '\\n'), { type: 'text/csv;charset=utf-8' }));
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
document.documentElement.className = 'scripted';
count();
})();`;
