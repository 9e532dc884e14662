#[derive(Deserialize)]
pub struct TransferResponse {
    pub id: String,
    pub amount: Decimal,
    pub purpose_of_payment: String,
}
fn total(rows: &[TransferResponse]) -> Decimal { rows.iter().map(|row| row.amount).sum() }
