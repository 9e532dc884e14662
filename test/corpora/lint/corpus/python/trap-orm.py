class TransferRecord(Base):
    __tablename__ = "transfers"
    amount = Column(Numeric)
    customer_id = Column(String)

def save(session, purposeOfPayment):
    session.add(TransferRecord(amount=5, customer_id="c"))
