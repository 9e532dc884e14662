@Serializable
data class TransferRequest(
    @SerialName("customerId") val customer: String,
    @SerialName("purposeOfPayment") val purpose: String,
    @SerialName("amount") val value: BigDecimal,
)
