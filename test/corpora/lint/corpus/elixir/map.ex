defmodule Payouts do
  def pay(customer, value) do
    body = %{customerId: customer, amount: value, requireApproval: true}
    Req.post!("#{@base}/api/v1/transfers", json: body)
  end

  def me, do: Req.get!("#{@base}/api/v1/current-tenant")
end
