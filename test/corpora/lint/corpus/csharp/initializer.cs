public class Sender
{
    public void Send()
    {
        var request = new TransferRequest
        {
            CustomerId = customer,
            PurposeOfPayment = "PaymentForGoods",
            Amount = value,
        };
        client.Post("/api/v1/transfers", request);
    }
}
