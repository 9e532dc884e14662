public record TransferResponse(string Id, decimal Amount, string PurposeOfPayment);
public class View { public decimal Amount => transfer.Amount; }
