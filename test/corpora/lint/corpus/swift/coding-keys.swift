struct TransferRequest: Codable {
    let customer: String
    let value: Decimal
    enum CodingKeys: String, CodingKey {
        case customer = "customerId"
        case purpose = "purposeOfPayment"
        case value = "amount"
    }
}
