const legacyBody = { amount: 5, customerId: 'c', purposeOfPayment: 'x' };
expect(() => validate(legacyBody)).toThrow(/amount/);
