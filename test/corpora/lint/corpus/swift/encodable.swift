struct CustomerRequest: Encodable {
    let businessLegalName: String
    let isBusinessRegulated: Bool
    let sourceOfFunds: String
}
