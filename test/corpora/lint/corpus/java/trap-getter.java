class Reader {
  void read(Transfer transfer) {
    BigDecimal amount = transfer.getAmount();
    log.info("receiverAmount {} of {}", amount, transfer.getPurposeOfPayment());
    assertThat(transfer.getAmount()).isEqualTo(5);
  }
}
