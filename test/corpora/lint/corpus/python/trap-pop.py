def migrate(body):
    """Removes amount, sourceOfFunds and compliance: POST /api/v1/transfers refuses them."""
    body.pop("amount", None)
    body.pop("sourceOfFunds", None)
    del body["compliance"]
    if "isBusinessRegulated" in body:
        raise ValueError("isBusinessRegulated ended")
    return body
