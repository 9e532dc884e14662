package payments

type TransferResponse struct {
	ID      string  `json:"id"`
	Amount  float64 `json:"amount"`
	Purpose string  `json:"purposeOfPayment"`
}

func (r TransferResponse) String() string { return fmt.Sprint(r.Amount) }
