const body = '{"customerId":"c","amount":5,"purposeOfPayment":"PaymentForGoods"}';
fetch('/api/v1/transfers', { method: 'POST', body });
