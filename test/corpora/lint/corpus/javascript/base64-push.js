const body = { customerId, receiverAmount: 5, documents: [] };
body.documents = files.map((f) => upload(f));
const old = { customerId, receiverAmount: 5, documents: ['data:image/png;base64,iVBORw0KGgo=', 'b2f1c9e0-0000-4000-8000-000000000000'] };
send('/api/v1/transfers', old);
