public record TransferRequest(String customerId, String purposeOfPayment, BigDecimal amount, String memo) {}
