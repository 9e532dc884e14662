class Transfer(models.Model):
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    purpose_of_payment = models.CharField(max_length=64)
