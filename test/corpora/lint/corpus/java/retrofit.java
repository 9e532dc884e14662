public interface PaymentsApi {
  @GET("/api/v1/current-tenant")
  Call<Tenant> tenant();
  @POST("/api/v1/transfers")
  Call<Transfer> create(@Body Map<String, Object> body);
}
