class Sender {
  void send() {
    CreateTransferRequest request = new CreateTransferRequest();
    request.setCustomerId(customer);
    request.setRequireApproval(true);
    request.setAmount(value);
    client.transfers().create(request);
  }
}
