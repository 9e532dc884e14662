<?php
class PaymentsClient
{
    public function quote(float $amount): array
    {
        return $this->http->post('/api/v1/transfers/quote', ['json' => ['amount' => $amount, 'isFirstParty' => true]]);
    }

    public function tenant(): array
    {
        return $this->http->get('/api/v1/current-tenant');
    }
}
