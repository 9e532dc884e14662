let body = serde_json::json!({
    "businessLegalName": name,
    "isBusinessRegulated": false,
    "transactionBreakdown": { "outgoingAchTxCountMonthly": 3 }
});
client.post(format!("{base}/api/v1/customers")).json(&body).send().await?;
