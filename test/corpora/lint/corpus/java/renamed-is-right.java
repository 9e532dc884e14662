public class TransferRequest {
  private String customerId;
  private String purposeOfPayment;
  @JsonProperty("receiverAmount")
  private BigDecimal amount;
}
