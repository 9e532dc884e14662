class Sender {
  void send() {
    var request = TransferRequest.builder()
        .customerId(customer)
        .purposeOfPayment("PaymentForGoods")
        .amount(value)
        .build();
    client.createTransfer(request);
  }
}
