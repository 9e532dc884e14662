class Payments
  def create(customer_id:, amount:)
    @conn.post('/api/v1/transfers') do |req|
      req.body = { customerId: customer_id, amount: amount }.to_json
    end
  end
end
