public class Payouts
{
    public Task Pay(string customer, decimal value) =>
        http.PostAsJsonAsync("/api/v1/transfers", new { customerId = customer, amount = value, requireApproval = true });
}
