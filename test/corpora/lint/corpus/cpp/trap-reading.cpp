// {"amount", value} was sent to /api/v1/transfers
double read(const json& response) { return response["amount"].get<double>(); }
