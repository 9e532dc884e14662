"""Onboards the customers that sales has won (earlier shape)."""
import os

import requests

BASE = os.environ["PAYMENTS_URL"]
DOCUMENT_TYPES = ["OwnershipChart", "AmlPolicy", "CertificateOfIncorporation"]


def onboard(company, token):
    customer = {
        "businessLegalName": company["name"],
        "countryOfIncorporation": company["country"],
        "businessIndustryType": "CorporateOrMerchant",
        "isBusinessRegulated": company["regulated"],
        "compliance": {"isKYCPerformed": True, "kycVendor": "Example KYC Ltd"},
        "sourceOfFunds": company["funds"],
        "transactionBreakdown": {
            "estimatedMonthlyVolumeUsd": "Usd500kTo1m",
            "incomingAchTxCountMonthly": company["incoming"],
            "outgoingStablecoinTxCountMonthly": company["outgoing"],
        },
    }
    answer = requests.post(f"{BASE}/api/v1/customers", json=customer, headers={"Authorization": f"Bearer {token}"})
    return answer.json()["id"]
