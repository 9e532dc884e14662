interface PaymentsApi {
    @GET("/api/v1/current-tenant/balances")
    suspend fun balances(): Balances
}
// @GET("/api/v1/current-tenant")
