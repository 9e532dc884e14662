@Entity
public class TransferEntity {
  @Column private BigDecimal amount;
  @Column private String purposeOfPayment;
}
