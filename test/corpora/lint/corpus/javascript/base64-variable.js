const doc = 'data:application/pdf;base64,JVBERi0xLjQK';
axios.post('/api/v1/transfers', { customerId, receiverAmount: 5, documents: [doc] });
