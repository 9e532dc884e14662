const pdf = readFileSync('invoice.pdf').toString('base64');
const { data } = await http.post('/api/v1/transfers/documents', { fileBlob: `data:application/pdf;base64,${pdf}` });
await http.post('/api/v1/transfers', { receiverAmount: 12.5, documents: [data.documentId] });
