const BALANCES: &str = "/api/v1/current-tenant/balances";
fn me(base: &str) -> String { format!("{base}/api/v1/current-tenant") }
fn settings(base: &str) -> String { format!("{base}/api/v1/current-tenant-settings") }
