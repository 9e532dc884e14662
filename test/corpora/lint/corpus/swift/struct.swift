struct TransferRequest: Codable {
    let customerId: String
    let purposeOfPayment: String
    let amount: Decimal
}
