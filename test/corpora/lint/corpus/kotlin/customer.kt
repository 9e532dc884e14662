val customer = mapOf(
    "businessLegalName" to name,
    "businessIndustryType" to "CorporateOrMerchant",
    "transactionBreakdown" to mapOf("transactionTypes" to listOf("Ach")),
)
