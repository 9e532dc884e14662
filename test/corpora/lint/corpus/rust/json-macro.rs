pub async fn pay(client: &Client, value: Decimal) -> Result<Response> {
    client
        .post(format!("{}/api/v1/transfers", base()))
        .json(&json!({"customerId": id, "amount": value, "requireApproval": false}))
        .send()
        .await
}
