package payments

const transfersPath = "/api/v1/transfers"

func (c *Client) Quote(ctx context.Context, value decimal.Decimal) (*Quote, error) {
	var q Quote
	err := c.do(ctx, http.MethodPost, transfersPath+"/quote", map[string]interface{}{"amount": value, "isFirstParty": true}, &q)
	return &q, err
}

func (c *Client) Balances(ctx context.Context) error {
	return c.do(ctx, http.MethodGet, "/api/v1/current-tenant/balances", nil, nil)
}
