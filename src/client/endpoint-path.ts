// The path of a call from the endpoint table. A parameter that would not stay in its segment is refused, not repaired.
import { PaybatchError } from '../errors.ts';
import { type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { pathParameterProblem } from '../interface/path-parameter.ts';

export class PathParameterError extends PaybatchError {
  override readonly name = 'PathParameterError';

  constructor(operation: EndpointId, parameter: string, problem: string) {
    super('path_parameter', `${operation}: ${parameter} ${problem}`);
  }
}

/** Errors: {@link PathParameterError}. */
export function endpointPath(
  operation: EndpointId,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return ENDPOINTS[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined) throw new PathParameterError(operation, name, 'is missing');
    const problem = pathParameterProblem(value);
    if (problem !== undefined) throw new PathParameterError(operation, name, problem);
    return encodeURIComponent(value);
  });
}
