import type { RouteAccess } from '../../http/routes/access.js';
import type { RouteFacts } from '../../http/routes/route-facts.js';
import type { DocumentSchemas, Json } from './document-schemas.js';
import { parametersOf, requestBodyOf } from './operation-input.js';
import { responsesOf } from './operation-responses.js';

/** The OpenAPI operation of a route. */
export function operationOf(
  route: RouteFacts,
  names: readonly string[],
  schemas: DocumentSchemas,
  rateLimit: number,
): Json {
  const body = requestBodyOf(route, schemas);
  return {
    operationId: operationIdOf(route),
    summary: route.responses[0]?.description,
    description: [
      ruleOf(route.access),
      ...(route.limitsFailures
        ? [`At most ${rateLimit} failed calls per minute from one IP address.`]
        : []),
    ].join(' '),
    tags: [tagOf(route)],
    ...(route.access?.rule.kind === 'anyone' && { security: [] }),
    parameters: parametersOf(route, names, schemas),
    ...(body && { requestBody: body }),
    responses: responsesOf(route, schemas),
  };
}

export function tagOf({ feature }: RouteFacts): string {
  return feature.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/** `GET /api/v1/projects/:projectId/overview` → `getProjectsByProjectIdOverview` */
function operationIdOf({ method, path }: RouteFacts): string {
  const words = path
    .replace(/^\/api(?:\/v1)?\//, '')
    .replaceAll(':', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return (
    method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
  );
}

const WHERE = { any: 'a project', project: 'the project', all: 'project 0' };

function ruleOf(access: RouteAccess | undefined): string {
  switch (access?.rule.kind) {
    case undefined:
    case 'anyone':
      return 'Open to anyone.';
    case 'signed-in':
      return 'Needs a user who is signed in.';
    case 'member':
      return 'Needs a member of the project.';
    case 'holder':
      return `Needs the permission \`${access.rule.permission}\` in ${WHERE[access.rule.scope]}.`;
    case 'holder-of-one': {
      const names = access.rule.permissions.map((permission) => `\`${permission}\``);
      return `Needs the permission ${names.join(' or ')} in the project.`;
    }
  }
}
