import { Inject, Injectable } from '@nestjs/common';
import { VERSION } from '@portal/contracts/version';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { RouteAudit } from '../../http/routes/route-audit.js';
import type { RouteFacts } from '../../http/routes/route-facts.js';
import { DocumentSchemas, type Json } from './document-schemas.js';
import { operationOf, tagOf } from './operation.js';
import { SHARED_HEADERS } from './operation-responses.js';

const DESCRIPTION = `
Every error is \`application/problem+json\` with a stable \`code\`; its \`instance\` is the id of the
request, which every response has as \`x-request-id\`. Data hidden from the caller is 404 and left
out of lists; a visible item without the permission is 403. Unknown parameters and fields are
refused, not ignored. Timestamps are RFC 3339 with an offset, days \`YYYY-MM-DD\`.

Authenticate with the access token of a sign-in, or with an API token.`.trim();

/** Builds the OpenAPI 3.1 document from the metadata of the routes. */
@Injectable()
export class ApiDocument {
  constructor(
    private readonly audit: RouteAudit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  make(): Json {
    const schemas = new DocumentSchemas();
    const routes = this.audit.routes();
    const paths: Record<string, Json> = {};
    const firstOf = new Map<string, RouteFacts>();
    for (const route of routes) {
      // OpenAPI treats paths that differ only in the name of a parameter as the same.
      const shape = route.path.replaceAll(/:\w+/g, ':');
      const first = firstOf.get(shape) ?? route;
      firstOf.set(shape, first);
      const path = first.path.replaceAll(/:(\w+)/g, '{$1}');
      const operation = operationOf(route, first.pathNames, schemas, this.config.authRateLimit);
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
    }
    return {
      openapi: '3.1.0',
      info: { title: 'Portal', version: VERSION, description: DESCRIPTION },
      servers: [{ url: '/' }],
      security: [{ bearer: [] }],
      tags: [...new Set(routes.map(tagOf))].sort().map((name) => ({ name })),
      paths,
      components: {
        schemas: schemas.components,
        headers: SHARED_HEADERS,
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
    };
  }
}
