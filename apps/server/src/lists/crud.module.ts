import { Global, Module } from '@nestjs/common';
import { readEntities } from '@portal/persistence/data-source';
import { BulkWrites } from './write/bulk-writes.js';
import { CrudReads } from './read/crud-reads.js';
import { CrudWrites } from './write/crud-writes.js';
import { ListReads } from './read/list-reads.js';
import { ListExports } from './read/list-exports.js';
import { ENTITIES, ResourceRegistry } from './declare/resource-metadata.js';
import { ScanQueue } from './read/scan-queue.js';

/** Generic CRUD for the lists of the administration; see `crudController`. */
@Global()
@Module({
  providers: [
    { provide: ENTITIES, useFactory: readEntities },
    BulkWrites,
    CrudReads,
    CrudWrites,
    ListExports,
    ListReads,
    ResourceRegistry,
    ScanQueue,
  ],
  exports: [BulkWrites, CrudReads, CrudWrites, ListExports, ListReads, ResourceRegistry, ScanQueue],
})
export class CrudModule {}
