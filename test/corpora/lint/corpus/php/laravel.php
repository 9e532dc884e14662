<?php
class PayoutJob
{
    public function handle(): void
    {
        Http::withToken($this->token)->post(config('payments.url') . '/api/v1/transfers', [
            'customerId' => $this->customer,
            'amount' => $this->value,
        ]);
        $types = ['OwnershipChart', 'RegulatoryLicenses'];
    }
}
