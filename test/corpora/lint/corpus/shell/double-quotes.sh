curl --data "{\"customerId\": \"$ID\", \"amount\": $VALUE, \"requireApproval\": true}" $BASE/api/v1/transfers
