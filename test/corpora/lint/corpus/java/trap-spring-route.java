@RestController
@RequestMapping("/current-tenant")
class TenantController {
  @GetMapping("/current-tenant/theme")
  String theme() { return "dark"; }
}
