import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Allow } from '../../auth/access.js';
import { ApiResponse } from '../../openapi/api-operation.js';
import { Cacheable } from '../../transport/cache-control.js';
import { ProblemException } from '../../problems/problem.js';
import { ApiDocument } from './api-document.js';
import { DOCS_PAGE, START_SCRIPT } from './docs-page.js';
import type { Json } from './document-schemas.js';

/** Files of the page from its package. */
const FILES: Partial<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};
const require = createRequire(import.meta.url);
const FOLDER = dirname(require.resolve('swagger-ui-dist/swagger-ui.css'));

/** The OpenAPI document and its page, outside of the versioned API. */
@Controller('api')
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  @Get('openapi.json')
  @Cacheable()
  @Allow.anyone()
  @ApiResponse('This OpenAPI document', z.record(z.string(), z.unknown()))
  description(): Json {
    return this.document.read();
  }

  @Get('docs')
  @Cacheable()
  @Header('content-type', 'text/html; charset=utf-8')
  @Allow.anyone()
  @ApiResponse('The interactive API page', 'text/html')
  page(): string {
    return DOCS_PAGE;
  }

  @Get('docs/start.js')
  @Cacheable()
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Allow.anyone()
  @ApiResponse('The start script of the page', 'text/javascript')
  script(): string {
    return START_SCRIPT;
  }

  @Get('docs/:file')
  @Cacheable({ seconds: 3600 })
  @Allow.anyone()
  @ApiResponse('A stylesheet, script or image of the page', '*/*')
  file(@Param('file') file: string): StreamableFile {
    const type = FILES[file];
    if (type === undefined) throw new ProblemException('not-found', 'There is no such file');
    return new StreamableFile(createReadStream(join(FOLDER, file)), { type });
  }
}
