@Serializable
data class TransferRequest(
    val customerId: String,
    val purposeOfPayment: String,
    val amount: BigDecimal,
)
