package main

const apiBase = "/api/v1"

func balances() (*http.Response, error) {
	return http.Get(host + apiBase + "/current-tenant/balances")
}

func me() (*http.Response, error) { return http.Get(fmt.Sprintf("%s/api/v1/current-tenant", host)) }
