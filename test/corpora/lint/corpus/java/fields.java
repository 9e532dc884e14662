public class CreateTransferRequest {
  private String customerId;
  private String purposeOfPayment;
  private BigDecimal amount;
  private boolean requireApproval;
}
