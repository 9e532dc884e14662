var customer = new
{
    businessLegalName = name,
    isNamedAccountRequired = true,
    transactionBreakdown = new { incomingInternationalWireTxCountMonthly = 3 },
};
await http.PostAsJsonAsync("/api/v1/customers", customer);
