const pdf = readFileSync('invoice.pdf').toString('base64');
await http.post('/api/v1/transfers', {
  receiverAmount: 12.5,
  customerId,
  documents: [`data:application/pdf;base64,${pdf}`],
});
