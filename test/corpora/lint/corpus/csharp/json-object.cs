var body = new JObject();
body["customerId"] = id;
body["amount"] = value;
body["requireApproval"] = true;
var response = await client.PostAsync($"{_base}/api/v1/transfers", new StringContent(body.ToString()));
decimal paid = JObject.Parse(await response.Content.ReadAsStringAsync())["amount"].Value<decimal>();
