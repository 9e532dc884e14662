<?php
$customer = [
    'businessLegalName' => $name,
    'customerBaseBreakdown' => 'Retail',
    'transactionBreakdown' => ['incomingDomesticWireAvgUsdValue' => 10],
];
$client->post('/api/v1/customers', ['json' => $customer]);
