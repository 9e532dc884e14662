@dataclass
class CreateTransfer:
    customerId: str
    purposeOfPayment: str
    amount: Decimal
    memo: str = ""
