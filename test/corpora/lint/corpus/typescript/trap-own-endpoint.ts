// forwards to /api/v1/transfers
router.post('/payments', async (req, res) => {
  const { amount, currency } = req.body;
  const transfer = await service.create({ customerId: req.user.id, receiverAmount: amount });
  res.status(201).json({ id: transfer.id, amount, currency });
});
