#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TransferRequest {
    pub customer_id: String,
    pub purpose_of_payment: String,
    pub amount: Decimal,
}
