public class TransferRequest {
  @JsonProperty("customerId")
  private String customer;
  @JsonProperty("purposeOfPayment")
  private String purpose;
  @JsonProperty("amount")
  private BigDecimal value;
}
