// Routes that code defines without a function beside them that a reader of sides knows: gateways and functions as code, builders
// of routers, groups of them.
import type { LanguageId } from '../model/language.ts';

/** What stands before the path in its call. Bounded: 500 characters before a place. */
const BEFORE =
  /\b(?:addRoutes?|add_routes?|resourceForPath|resource_for_path|addResource|add_resource|HandlePath|intercept_?[uU]rl)\s{0,3}\([^;]{0,300}$|\b(?:route_?[kK]ey|RouteKey|path_?[pP]art|PathPart)["']?\s{0,3}[:=]\s{0,3}[^;,\n]{0,40}$|\bHttpTrigger\w{0,20}\([^;\n]{0,200}$|\bRouterFunctions?\b[^;]{0,200}$/;
/** `app.http('name', { route: ... })`. Bounded: 500 characters. */
const FUNCTION = /\bapp\.(?:http|get|put|post|patch|deleteRequest)\([^;]{0,300}\broute\s{0,3}:\s{0,3}["'`]$/;
/** Camel's. Bounded: 500 characters. */
const REST = /\brest\([^;]{0,200}$/;
/** Vapor's. Bounded: 500 characters. */
const GROUPED = /\.(?:grouped|group|get|put|post|patch|delete|on)\((?:["'\w\s,.:/]{0,200})["']$/;
const CLIENT = /\bclient\b[^\n]{0,80}$/;

export function isRoutedInCode(head: string, text: string, language: LanguageId): boolean {
  if (BEFORE.test(head) || FUNCTION.test(head)) return true;
  if (language === 'java' || language === 'kotlin') return /\bRouteBuilder\b/.test(text) && REST.test(head);
  if (language !== 'swift' || !/^\s{0,20}import Vapor\b|\.grouped\(/m.test(text)) return false;
  return GROUPED.test(head) && !CLIENT.test(head);
}
