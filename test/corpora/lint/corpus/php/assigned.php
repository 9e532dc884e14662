<?php
$body = ['customerId' => $id, 'requireApproval' => true];
$body['amount'] = $value;
$client->post('/api/v1/transfers', ['json' => $body]);
$client->get("{$base}/api/v1/current-tenant/balances");
