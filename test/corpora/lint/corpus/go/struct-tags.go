package payments

type TransferRequest struct {
	CustomerID string          `json:"customerId"`
	Purpose    string          `json:"purposeOfPayment"`
	Value      decimal.Decimal `json:"amount"`
	Memo       string          `json:"memo,omitempty"`
}
