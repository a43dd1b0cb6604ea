import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Param, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { Cacheable } from '../../http/output/cache-control.js';
import { Reply } from '../../http/output/reply.js';
import { StaticContent } from '../../http/output/static-content.js';
import { ProblemException } from '../../problems/problem.js';
import { ApiDocument } from './api-document.js';

/**
 * The interactive page; its scripts are files, because the security headers forbid inline scripts.
 */
const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Portal API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START_SCRIPT = `SwaggerUIBundle({
  url: '/api/openapi.json',
  domNode: document.getElementById('docs'),
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

const require = createRequire(import.meta.url);
const FOLDER = dirname(require.resolve('swagger-ui-dist/swagger-ui.css'));
const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The OpenAPI document and its page, outside of the versioned API. */
@Controller('api')
export class DocsController {
  private readonly document;
  private readonly docsPage = new StaticContent('text/html; charset=utf-8', () => DOCS_PAGE);
  private readonly files = new Map([
    ['start.js', new StaticContent(SCRIPT_TYPE, () => START_SCRIPT)],
    ['swagger-ui.css', packaged('swagger-ui.css', 'text/css')],
    ['swagger-ui-bundle.js', packaged('swagger-ui-bundle.js', SCRIPT_TYPE)],
    ['favicon-32x32.png', packaged('favicon-32x32.png', 'image/png')],
  ]);

  constructor(description: ApiDocument) {
    this.document = new StaticContent(JSON_TYPE, () => JSON.stringify(description.make()));
  }

  @Get('openapi.json')
  @Cacheable()
  @Allow.anyone()
  @ApiResponse('This OpenAPI document', z.record(z.string(), z.unknown()))
  description(@Req() request: FastifyRequest, @Reply() reply: FastifyReply) {
    return this.document.answer(request, reply);
  }

  @Get('docs')
  @Cacheable()
  @Allow.anyone()
  @ApiResponse('The interactive API page', 'text/html')
  page(@Req() request: FastifyRequest, @Reply() reply: FastifyReply) {
    return this.docsPage.answer(request, reply);
  }

  @Get('docs/:file')
  @Cacheable({ seconds: 3600 })
  @Allow.anyone()
  @ApiResponse('A stylesheet, script or image of the page', '*/*')
  file(
    @Param('file') name: string,
    @Req() request: FastifyRequest,
    @Reply() reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const file = this.files.get(name);
    if (file === undefined) throw new ProblemException('not-found', 'There is no such file');
    return file.answer(request, reply);
  }
}

function packaged(name: string, type: string): StaticContent {
  return new StaticContent(type, () => readFileSync(join(FOLDER, name)));
}
