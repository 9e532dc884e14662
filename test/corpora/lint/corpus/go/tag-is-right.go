package payments

type TransferRequest struct {
	CustomerID string          `json:"customerId"`
	Purpose    string          `json:"purposeOfPayment"`
	Amount     decimal.Decimal `json:"receiverAmount"`
}
