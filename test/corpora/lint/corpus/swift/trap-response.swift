struct TransferResponse: Decodable {
    let id: String
    let amount: Decimal
    let purposeOfPayment: String
}
// let body = ["amount": 5, "customerId": id]
