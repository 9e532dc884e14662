class Cleaner {
  // sourceOfFunds and amount ended with 1.32
  void clean(Map<String, Object> body) {
    body.remove("amount");
    body.remove("sourceOfFunds");
    if (body.containsKey("compliance")) throw new IllegalArgumentException("compliance was removed");
  }
}
