defmodule Payments.Client do
  use Tesla
  plug Tesla.Middleware.BaseUrl, "https://api.payments.example/api/v1"

  def tenant, do: get("/current-tenant")
  def create(customer_id, value), do: post("/transfers", %{"customerId" => customer_id, "amount" => value})
end
