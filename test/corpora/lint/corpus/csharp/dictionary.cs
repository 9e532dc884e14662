var body = new Dictionary<string, object>
{
    ["customerId"] = customer,
    ["amount"] = value,
    ["requireApproval"] = true,
};
await http.PostAsJsonAsync($"{baseUrl}/api/v1/transfers", body);
var me = await http.GetAsync($"{baseUrl}/api/v1/current-tenant");
