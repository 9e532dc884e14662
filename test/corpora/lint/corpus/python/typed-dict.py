class CustomerBody(TypedDict):
    businessLegalName: str
    notRegulatedReason: str
    compliance: dict
