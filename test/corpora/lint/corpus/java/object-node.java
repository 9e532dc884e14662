class Sender {
  void send(ObjectMapper mapper) {
    ObjectNode body = mapper.createObjectNode();
    body.put("customerId", id);
    body.put("amount", value);
    body.put("requireApproval", true);
    client.post().uri("/api/v1/transfers").bodyValue(body).retrieve();
  }
}
