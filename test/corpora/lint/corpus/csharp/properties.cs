public class TransferRequest
{
    [JsonPropertyName("customerId")]
    public string Customer { get; set; }
    [JsonPropertyName("purposeOfPayment")]
    public string Purpose { get; set; }
    [JsonPropertyName("amount")]
    public decimal Value { get; set; }
}
