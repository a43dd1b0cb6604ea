import { REPLAYED_HEADER } from '@portal/contracts/idempotency';
import { PROBLEMS, type ProblemCode, problemSchema, retryAfterOf } from '@portal/contracts/problem';
import type { ResponseBody, RouteResponse } from '../../http/routes/api-operation.js';
import type { RouteFacts } from '../../http/routes/route-facts.js';
import type { DocumentSchemas, Json } from './document-schemas.js';
import { problemsOf } from './route-problems.js';

/** Headers of several responses, for the components of the document. */
export const SHARED_HEADERS = {
  RequestId: { description: 'The id of the request, also in the log', schema: { type: 'string' } },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer' },
  },
  Replayed: {
    description: '`true` if an earlier request with the same Idempotency-Key got this answer',
    schema: { type: 'string' },
  },
};

const REPLAYED = { $ref: '#/components/headers/Replayed' };

/** The responses of a route by status: its own, and its problems. */
export function responsesOf(route: RouteFacts, schemas: DocumentSchemas): Json {
  const problems = problemsOf(route);
  const ofStatus = (status: number): RouteResponse[] =>
    route.responses.filter((answer) => (answer.status ?? route.status) === status);
  const own = route.responses.map((answer) => answer.status ?? route.status);
  const statuses = [...new Set([...own, ...problems.keys()])].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      responseOf(route, ofStatus(status), problems.get(status) ?? [], schemas),
    ]),
  );
}

/** Some statuses have a problem and another response, or several content types. */
function responseOf(
  { takesKey }: RouteFacts,
  answers: readonly RouteResponse[],
  codes: readonly ProblemCode[],
  schemas: DocumentSchemas,
): Json {
  const content: Json = Object.fromEntries(answers.flatMap(({ body }) => contentOf(body, schemas)));
  if (codes.length > 0) {
    content['application/problem+json'] = { schema: refusalOf(codes, schemas) };
  }
  return {
    description: [...answers.map(({ description }) => description), ...codes.map(titleOf)].join(
      ' | ',
    ),
    headers: {
      ...headersOf(codes, answers),
      ...(takesKey && answers.length > 0 && { [REPLAYED_HEADER]: REPLAYED }),
    },
    ...(Object.keys(content).length > 0 && { content }),
  };
}

/** By content type. */
function contentOf(body: ResponseBody, schemas: DocumentSchemas): [string, Json][] {
  if (body === null) return [];
  if (typeof body === 'string') return [[body, { schema: { type: 'string' } }]];
  return [['application/json', { schema: schemas.of(body, 'output') }]];
}

function refusalOf(codes: readonly ProblemCode[], schemas: DocumentSchemas): Json {
  const problem = schemas.of(problemSchema, 'output');
  return { allOf: [problem, { properties: { code: { enum: codes } } }] };
}

function titleOf(code: ProblemCode): string {
  return `\`${code}\`: ${PROBLEMS[code].title}`;
}

function headersOf(codes: readonly ProblemCode[], answers: readonly RouteResponse[]): Json {
  const headers: Json = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
  if (codes.some((code) => retryAfterOf(code) !== null)) {
    headers['retry-after'] = { $ref: '#/components/headers/RetryAfter' };
  }
  for (const [name, description] of answers.flatMap((one) => Object.entries(one.headers ?? {}))) {
    headers[name] = { description, schema: { type: 'string' } };
  }
  return headers;
}
