const AMOUNT = /amount: \d+/;
const paths = /current-tenant-[a-z]+/;
const money = { amount: 5, currency: 'EUR' };
