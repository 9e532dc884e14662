web::json::value body;
body[U("customerId")] = web::json::value::string(id);
client.request(methods::GET, U("/api/v1/current-tenant/balances")).wait();
