from urllib.parse import urljoin
API = "https://api.payments.example/api/v1/"
balances = requests.get(urljoin(API, "current-tenant/balances"))
me = requests.get(API + "current-tenant")
other = requests.get(f"{API}current-tenant-settings")
