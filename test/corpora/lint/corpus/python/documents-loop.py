for name, path in {"OwnershipChart": "chart.pdf", "CertificateOfIncorporation": "cert.pdf"}.items():
    upload_document(customer_id, name, path)
requests.post(f"{BASE}/api/v1/customers/{customer_id}/documents", json={"documentType": "AmlPolicy", "file": blob})
