superagent.post(`${host}/api/v1/transfers`).send({ customerId, amount: 5 }).end(done);
superagent.patch(host + '/api/v1/current-tenant/webhook-config').send({ url });
