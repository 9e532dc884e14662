<?php
// POST /api/v1/transfers with amount is gone
$response = $client->post('/api/v1/transfers', ['json' => ['receiverAmount' => 5, 'customerId' => $id]]);
$amount = $response['amount'];
unset($body['sourceOfFunds'], $body['compliance']);
echo $response->amount;
