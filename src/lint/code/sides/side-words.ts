// The words that tell a client's call from a server's route: names of calls, of what they are made on, of annotations,
// of libraries. Vocabulary only.

export const VERB = /^(get|post|put|patch|delete|head|options|all|any|fetch|request)$/i;
export const METHOD = /^(?:HTTP_?)?(?:METHOD_?)?:?(GET|POST|PUT|PATCH|DELETE|HEAD)$/i;
/** Calls that do nothing but define routes, whatever they are called on. */
export const DEFINES =
  /^(path|re_path|url|requestMatchers|antMatchers|mvcMatchers|regexMatchers|securityMatchers?|pathMatchers|HandleFunc|Handle|handleFunc|Map(Get|Post|Put|Patch|Delete|Group|Methods|Controllers|Route|ControllerRoute)|add_url_rule|add_route|add_api_route|add_(get|post|patch|put)|addRoute|addMapping|addPathPatterns|excludePathPatterns|registerRoute|add_resource|include_router|mount|scope|namespace|resources?|match|Group|PathPrefix|nest|nest_service|service|controller|Controller|JsonController|RestController|setGlobalPrefix|createProxyMiddleware|pathPattern|pathPrefix|filter|matcher|ServletRegistrationBean|WebServlet|addFilter|urlPatterns|router|Router|Blueprint|APIRouter)$/;
/** What such calls are made on. */
export const SERVER_ROOT =
  /^(app|application|server|fastify|express|hono|elysia|koa|polka|mux|bp|blueprint|engine|webapp|flask|sanic|web|Route|Router|routes|endpoints|builder|echo|gin|chi|fiber|javalin|spark|Spark|Slim|r|e|g)$|(router|routes|Router|Routes|_app|(?<!UrlFetch)App|Server|Blueprint|_bp|Mux)$/;
/** What may stand between a router and the verb: `r.With(auth).Get(path, handler)`. */
export const BETWEEN = /^(With|Use|Group|Route|Name|use|with|middleware|prefix|name|scope|domain|where)$/;
/** Decorators and annotations of a server's handlers; of clients' interfaces, those that exist on one side only. */
export const SERVER_MARK =
  /^(RequestMapping|(Get|Post|Put|Patch|Delete)Mapping|Path|Route|route|Http(Get|Post|Put|Patch|Delete)|Controller|JsonController|RestController|get|post|put|patch|delete|Get|Post|Put|Patch|Delete|All|handler|api_view|action|api_route|websocket|ApplicationPath|Rest|AllowAnonymous)$/;
export const CLIENT_MARK =
  /^(GET|POST|PUT|PATCH|DELETE|HTTP|RequestLine|(Get|Post|Put|Patch|Delete|Http)Exchange|FeignClient|RegisterRestClient|HttpExchange|Client|BaseUrl|BasePath|Header|Headers)$/;
/** Libraries whose declarations look like a server's and are a client's. */
export const CLIENT_INTERFACE =
  /^(FeignClient|RegisterRestClient|HttpExchange|HttpServiceProxyFactory|Refit|RestEase|refit|retrofit2|Retrofit|uplink|AliasAs|RestService|Body|Consumer|RequestLine|Ktorfit)$/;
export const SERVER_CLASS =
  /^(RestController|ApiController|ControllerBase|Controller|JsonController|Resource)$/;
/** Mocks of what a client sends. */
export const MOCKS =
  /^(nock|msw|HttpResponse|rest|intercept|fetchMock|fetch_mock|moxios|MockAdapter|onGet|onPost|onPatch|stubFor|wireMock|WireMock|wiremock|givenThat|urlEqualTo|urlPathEqualTo|urlPathMatching|urlMatching|responses|respx|requests_mock|httpretty|aioresponses|httpx_mock|stub_request|a_request|have_requested|WebMock|MockHttp|mockHttp|MockRestServiceServer|requestTo|gock|httpmock|Http|page|cy|mockServer|MockServerClient|Mock|toHaveBeenCalledWith|toHaveBeenLastCalledWith|toHaveBeenNthCalledWith|assert_called_with|assert_called_once_with|assert_any_call)$/;
/** Tests of one's own server, which look like a client's calls. */
export const OWN_SERVER =
  /^(mockMvc|MockMvc|supertest|TestClient|test_client|APITestCase|APIClient|WebTestClient|webTestClient|QuarkusTest|MicronautTest|WebApplicationFactory|CreateClient|testApplication|actingAs|getJson|patchJson|ActionDispatch)$/;
/** What pytest's fixtures and Django's test cases call a client of the application itself. */
export const FIXTURE =
  /^((async|api|app|test|auth|authed|authenticated|logged_in|admin|user|anon|anonymous)_?)?client$|^ac$/;
export const CALLS =
  /get|post|patch|put|request|fetch|call|send|ajax|axios|curl|http|client|uri|url|open|exchange|retrieve|execute|invoke|^(do|Do|ky|got|wretch|needle|curl_init|file_get_contents|urlopen|Request|useSWR|superagent)$/i;
export const HANDLER = /^_?(req|request|ctx|context|c|w|conn|call|exchange|next|res|reply)$/;
/** Calls on something that only keeps values. */
export const KEEPS =
  /cache|storage|cookies?|session|redis|store|params|query|config|settings|i18n|translate|dict|map|headers?|flags?|element|document|queryClient/i;
export const CLIENTS = /api|http|client|axios|ky|got|rest|payments?|conn|faraday|fetch|request|gateway|sdk/i;
/** Airflow's client, which is asked to run. */
export const HOOK = /^HttpHook$/;
/** RTK Query's declarations of calls, and the names that tell them from a database's. */
export const ENDPOINT_OF = /^(?:query|mutation)$/;
export const ENDPOINTS_OF = /^(?:createApi|fetchBaseQuery|injectEndpoints)$/;
/** `r.client.do(ctx, http.MethodGet, path)`: no router is asked so. */
export const SENDS = /^(?:do|send|call|exec)(?:[A-Z]\w{0,20})?$|^Do(?:[A-Z]\w{0,20})?$/;
