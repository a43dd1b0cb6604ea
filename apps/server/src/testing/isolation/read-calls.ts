import { z } from 'zod';
import type { Call } from './call.js';

/** Values of path and query parameters by name; the values of both projects, and unknown ones. */
export type Values = Readonly<Record<string, readonly (string | number)[]>>;

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
});
const apiSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ parameters: z.array(parameterSchema).optional() })),
  ),
});

type Parameter = z.output<typeof parameterSchema>;

/** A GET route as the description of the API has it. */
export interface ReadRoute {
  /** Below /api/v1. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

const PREFIX = '/api/v1';

/** The GET routes of the API. */
export async function readRoutes(baseUrl: string): Promise<ReadRoute[]> {
  const answer = await fetch(`${baseUrl}/api/openapi.json`);
  const { paths } = apiSchema.parse(await answer.json());
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get && path.startsWith(PREFIX)
      ? { path: path.slice(PREFIX.length), parameters: get.parameters ?? [] }
      : [],
  );
}

/**
 * The calls of a route with all values of its required parameters, and with each optional one.
 * @throws {Error} if a required parameter has no values
 */
export function readCalls({ path, parameters }: ReadRoute, values: Values): Call[] {
  const valuesOf = ({ name, required }: Parameter): readonly (string | number)[] => {
    if (required && !values[name]) throw new Error(`${name} of ${path} has no values`);
    return values[name] ?? [];
  };
  const inPath = parameters.filter((each) => each.in === 'path');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const required = inQuery.filter((each) => each.required);
  const optional = inQuery.filter((each) => !each.required);
  const filled = inPath.reduce(
    (paths, parameter) =>
      paths.flatMap((each) =>
        valuesOf(parameter).map((value) =>
          each.replace(`{${parameter.name}}`, encodeURIComponent(value)),
        ),
      ),
    [path],
  );
  const queries = required.reduce(
    (all, parameter) =>
      all.flatMap((query) =>
        valuesOf(parameter).map((value): Query => ({ ...query, [parameter.name]: String(value) })),
      ),
    [{}] as Query[],
  );
  const more = optional.flatMap((parameter) =>
    valuesOf(parameter).map((value): Query => ({ [parameter.name]: String(value) })),
  );
  return filled.flatMap((each) =>
    queries.flatMap((query) =>
      [{}, ...more].map((extra): Call => ({
        method: 'GET',
        path: `${each}?${new URLSearchParams({ ...query, ...extra }).toString()}`,
      })),
    ),
  );
}

type Query = Readonly<Record<string, string>>;
