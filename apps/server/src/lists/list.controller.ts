import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  StreamableFile,
  type Type,
} from '@nestjs/common';
import {
  type ListedItem,
  type ItemPage,
  type ListQuery,
  listQuerySchema,
  itemPageSchema,
  type ListExportQuery,
  listExportQuerySchema,
  type ListMeta,
  listMetaSchema,
  TOTAL_HEADER,
  TOTAL_IS_ESTIMATE_HEADER,
} from '@portal/contracts/lists';
import { type ListBulkResult, listBulkResultSchema } from '@portal/contracts/list-bulk';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../db/actor.js';
import { GROUP_HEADER, sendGroup } from '../db/audit-group.js';
import { Allow } from '../http/routes/access.js';
import { API_PREFIX } from '../http/routes/paths.js';
import { ApiResponse, ApiErrors, ApiRequest } from '../http/routes/api-operation.js';
import { CurrentCaller } from '../identity/current-caller.js';
import { IF_MATCH, tagged, taggedUnlessHeld, UNCHANGED, VERSIONED } from '../http/output/etags.js';
import { RequestSignal } from '../http/request-signal.js';
import { Reply } from '../http/output/reply.js';
import { bulkSchemaOf } from './write/bulk-request.js';
import { BulkWrites } from './write/bulk-writes.js';
import { ListReader } from './read/list-reader.js';
import { ListWrites } from './write/list-writes.js';
import { changeSchemaOf, exportedSchemaOf, itemSchemaOf, keyNamesOf } from './declare/metadata.js';
import { EXPORT_TYPES } from './read/export-content.js';
import { ListExports } from './read/list-exports.js';
import type { DeclaredList } from './declare/declared-list.js';
import { type ListMetadata, ListRegistry } from './declare/list-metadata.js';

const OPERATIONS = [
  'metadata',
  'list',
  'export',
  'get',
  'create',
  'update',
  'delete',
  'bulk',
] as const;
type Operation = (typeof OPERATIONS)[number];

const TOTALS = {
  headers: {
    [TOTAL_HEADER]: 'The number of items',
    [TOTAL_IS_ESTIMATE_HEADER]: '`true` if the number is an estimate, otherwise `false`',
  },
};

/**
 * A controller with the routes of a list. The policy decides which items the caller can access.
 * @param without operations that do not exist or that another controller serves
 */
export function listController(declared: DeclaredList, without: readonly Operation[] = []): Type {
  const omitted: readonly Operation[] = declared.input
    ? without
    : [...without, 'create', 'update', 'delete', 'bulk'];
  const offered = OPERATIONS.filter((operation) => !omitted.includes(operation));

  const { label, labelPlural } = declared;
  const fileName = labelPlural.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const scanProblems = declared.large ? (['too-broad', 'too-many-requests'] as const) : [];
  const itemSchema = itemSchemaOf(declared, 'detail');
  const listedSchema = itemSchemaOf(declared, 'listed');
  const listSchema = itemPageSchema(listedSchema);

  @Controller(declared.base)
  class ListController {
    private readonly table: ListMetadata;

    constructor(
      private readonly reads: ListReader,
      private readonly writes: ListWrites,
      private readonly exports: ListExports,
      private readonly bulkWrites: BulkWrites,
      tables: ListRegistry,
    ) {
      this.table = tables.open(declared);
    }

    @Get('_meta')
    @Allow.signedIn()
    @ApiResponse(`${label}: fields and allowed operations`, listMetaSchema)
    metadata(@CurrentCaller() caller: Caller): ListMeta {
      return this.reads.metadata(this.table, caller, offered);
    }

    @Get()
    @Allow.signedIn()
    @ApiResponse(`${labelPlural} visible to the caller`, listSchema)
    @ApiErrors(...scanProblems)
    list(
      @Query({ schema: listQuerySchema }) query: ListQuery,
      @CurrentCaller() caller: Caller,
    ): Promise<ItemPage> {
      return this.reads.list(this.table, caller, query);
    }

    @Get('export')
    @Allow.signedIn()
    @ApiResponse(`${labelPlural} visible to the caller, as a file`, EXPORT_TYPES.csv, TOTALS)
    @ApiResponse('The same as an array of JSON', z.array(exportedSchemaOf(declared)))
    @ApiResponse('The same as lines of JSON', EXPORT_TYPES.ndjson)
    @ApiErrors('too-broad', 'too-many-requests')
    async export(
      @Query({ schema: listExportQuerySchema }) query: ListExportQuery,
      @CurrentCaller() caller: Caller,
      @RequestSignal() gone: AbortSignal,
      @Reply() reply: FastifyReply,
    ): Promise<StreamableFile> {
      const { total, content } = await this.exports.open(this.table, caller, query, gone);
      void reply.header(TOTAL_HEADER, total.total);
      void reply.header(TOTAL_IS_ESTIMATE_HEADER, String(total.total_is_estimate));
      return new StreamableFile(content, {
        type: `${EXPORT_TYPES[query.format]}; charset=utf-8`,
        disposition: `attachment; filename="${fileName}.${query.format}"`,
      });
    }

    @Get(':key')
    @Allow.signedIn()
    @ApiResponse(`${label} by ${keyNamesOf(declared).join(',')}`, itemSchema, VERSIONED)
    @ApiResponse(...UNCHANGED)
    @ApiErrors('forbidden', 'invalid-input')
    async get(
      @Param('key') key: string,
      @CurrentCaller() caller: Caller,
      @Req() request: FastifyRequest,
      @Reply() reply: FastifyReply,
    ): Promise<ListedItem | undefined> {
      return taggedUnlessHeld(request, reply, await this.reads.get(this.table, caller, key));
    }

    @Post()
    @Allow.signedIn()
    @ApiResponse(`The new ${label.toLowerCase()}`, itemSchema, {
      headers: { ...VERSIONED.headers, location: 'URL of the new item' },
    })
    @ApiRequest({ body: declared.input ?? z.strictObject({}) })
    @ApiErrors('forbidden', 'conflict')
    async create(
      @Body() body: unknown,
      @CurrentCaller() caller: Caller,
      @CurrentActor() actor: Actor,
      @Reply() reply: FastifyReply,
    ): Promise<ListedItem> {
      const item = await this.writes.create(this.table, { caller, actor }, body);
      void reply.header('location', `/${API_PREFIX}/${declared.base}/${this.urlKeyOf(item)}`);
      return tagged(reply, item);
    }

    @Patch(':key')
    @Allow.signedIn()
    @ApiResponse(`The changed ${label.toLowerCase()}`, itemSchema, VERSIONED)
    @ApiRequest({ body: changeSchemaOf(declared), headers: IF_MATCH })
    @ApiErrors('forbidden', 'conflict')
    async update(
      @Param('key') key: string,
      @Body() body: unknown,
      @Headers('if-match') ifMatch: string | undefined,
      @CurrentCaller() caller: Caller,
      @CurrentActor() actor: Actor,
      @Reply() reply: FastifyReply,
    ): Promise<ListedItem> {
      const author = { caller, actor, ifMatch };
      return tagged(reply, await this.writes.update(this.table, author, key, body));
    }

    @Delete(':key')
    @HttpCode(204)
    @Allow.signedIn()
    @ApiResponse(`The ${label.toLowerCase()} is deleted`, null, GROUP_HEADER)
    @ApiRequest({ headers: IF_MATCH })
    @ApiErrors('invalid-input', 'forbidden', 'conflict')
    async delete(
      @Param('key') key: string,
      @Headers('if-match') ifMatch: string | undefined,
      @CurrentCaller() caller: Caller,
      @CurrentActor() actor: Actor,
      @Reply() reply: FastifyReply,
    ): Promise<void> {
      sendGroup(reply, await this.writes.delete(this.table, { caller, actor, ifMatch }, key));
    }

    @Post('bulk')
    @HttpCode(200)
    @Allow.signedIn()
    @ApiResponse(`${labelPlural} changed or deleted together`, listBulkResultSchema(listedSchema))
    @ApiRequest({ body: bulkSchemaOf(declared) })
    @ApiErrors('forbidden', 'not-found', 'conflict', 'too-many-items', ...scanProblems)
    bulk(
      @Body() body: unknown,
      @CurrentCaller() caller: Caller,
      @CurrentActor() actor: Actor,
      @RequestSignal() signal: AbortSignal,
    ): Promise<ListBulkResult> {
      return this.bulkWrites.run(this.table, { caller, actor, signal }, body);
    }

    private urlKeyOf(item: ListedItem): string {
      return encodeURIComponent(String(item[declared.urlKey ?? this.table.key.name]));
    }
  }

  for (const operation of omitted) Reflect.deleteProperty(ListController.prototype, operation);
  // A separate class name per list, for the route audit.
  Object.defineProperty(ListController, 'name', { value: `ListController(${declared.base})` });
  return ListController;
}
