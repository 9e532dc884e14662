def pay(customer, value)
  body = { customerId: customer, amount: value, purposeOfPayment: 'PaymentForGoods' }
  HTTParty.post("#{BASE}/api/v1/transfers", body: body.to_json)
end
