public class TransferResponse {
  private String id;
  private BigDecimal amount;
  private String purposeOfPayment;
}
