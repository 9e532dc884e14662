variable "tenant_path" {
  default = "/api/v1/current-tenant"
}
