let transfer = TransferRequest {
    customer_id: id.clone(),
    purpose_of_payment: "PaymentForGoods".into(),
    amount: value,
};
client.post(format!("{}/api/v1/transfers", base)).json(&transfer).send().await?;
