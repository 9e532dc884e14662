defmodule Reader do
  # amount of POST /api/v1/transfers ended
  def amount(response), do: response["amount"]
  def drop(body), do: Map.drop(body, ["sourceOfFunds", "compliance"])
end
