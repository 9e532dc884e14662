package onboarding

type CustomerRequest struct {
	BusinessLegalName string `json:"businessLegalName"`
	SourceOfFunds     string `json:"sourceOfFunds"`
	Regulated         bool   `json:"isBusinessRegulated"`
}

var DocumentTypes = []string{"OwnershipChart", "RegulatoryLicenses"}
