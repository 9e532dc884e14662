var body = new
{
    customerId = id,
    receiverAmount = 5m,
    documents = new[] { $"data:application/pdf;base64,{Convert.ToBase64String(bytes)}" },
};
await http.PostAsJsonAsync("/api/v1/transfers", body);
