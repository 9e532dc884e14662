<?php
function pay(string $customer, float $value): array
{
    return post(BASE_URL . '/api/v1/transfers', [
        'customerId' => $customer,
        'amount' => $value,
        'purposeOfPayment' => 'PaymentForGoods',
    ]);
}
