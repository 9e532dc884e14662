@Data
@Builder
public class TransferPayload {
  private String customerId;
  private String purposeOfPayment;
  private BigDecimal amount;
}
