data class TransferResponse(val id: String, val amount: BigDecimal, val purposeOfPayment: String)
// val body = mapOf("amount" to 5, "customerId" to id)
fun show(response: TransferResponse) = println("amount ${response.amount} at /api/v1/transfers")
