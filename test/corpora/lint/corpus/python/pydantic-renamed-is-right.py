class TransferRequest(BaseModel):
    customer_id: str = Field(alias="customerId")
    purpose: str = Field(alias="purposeOfPayment")
    amount: Decimal = Field(alias="receiverAmount")
