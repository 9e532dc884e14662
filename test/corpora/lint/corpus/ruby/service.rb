class CustomerOnboarding
  def call(company)
    client.post('/api/v1/customers', {
      businessLegalName: company.name,
      regulatedEntity: company.regulator,
      transactionBreakdown: { transactionTypes: %w[Ach] },
    })
  end
end
