#[derive(Serialize)]
pub struct TransferRequest {
    #[serde(rename = "customerId")]
    pub customer: String,
    #[serde(rename = "purposeOfPayment")]
    pub purpose: String,
    #[serde(rename = "amount")]
    pub value: Decimal,
}
