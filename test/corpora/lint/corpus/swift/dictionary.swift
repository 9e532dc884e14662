func pay(value: Decimal) async throws {
    let body: [String: Any] = ["customerId": id, "amount": value, "requireApproval": true]
    try await http.post(path: "/api/v1/transfers", body: body)
    try await http.get(path: "\(base)/api/v1/current-tenant/balances")
}
