suspend fun pay(client: HttpClient, value: BigDecimal) {
    client.post("$base/api/v1/transfers") {
        setBody(mapOf("customerId" to id, "amount" to value, "requireApproval" to true))
    }
    client.get("$base/api/v1/current-tenant/balances")
}
