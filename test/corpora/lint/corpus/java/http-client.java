class Client {
  HttpResponse<String> create(String customer, String value) throws Exception {
    String body = "{\"customerId\":\"" + customer + "\",\"amount\":" + value + ",\"requireApproval\":true}";
    return http.send(HttpRequest.newBuilder(URI.create(base + "/api/v1/transfers")).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }
}
