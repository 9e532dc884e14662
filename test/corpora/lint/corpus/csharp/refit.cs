public interface IPaymentsApi
{
    [Get("/api/v1/current-tenant/balances")]
    Task<Balances> GetBalances();
    [Post("/api/v1/transfers")]
    Task<Transfer> Create([Body] CreateTransfer body);
}
public record CreateTransfer(string CustomerId, string PurposeOfPayment, decimal Amount);
