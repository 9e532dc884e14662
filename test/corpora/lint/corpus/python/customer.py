customer = {
    "businessLegalName": "Harbour Lane",
    "businessIndustryOther": "Games",
    "regulatedEntity": None,
    "companySourceOfWealthExplanation": "Profits",
    "shareholdersSourceOfWealthExplanation": "Salaries",
    "transactionBreakdown": {
        "estimatedMonthlyVolumeUsd": "Usd500kTo1m",
        "preferredSettlementCurrencies": ["USD"],
        "outgoingStablecoinAvgUsdValue": 5000,
    },
}
requests.post(f"{BASE}/api/v1/customers", json=customer)
