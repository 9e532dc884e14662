public class CreateTransferRequest
{
    public string CustomerId { get; set; }
    public string PurposeOfPayment { get; set; }
    public decimal Amount { get; set; }
}
