import { Global, Module } from '@nestjs/common';
import { readEntities } from '@portal/persistence/data-source';
import { BulkWrites } from './bulk-writes.js';
import { CrudReads } from './crud-reads.js';
import { CrudWrites } from './crud-writes.js';
import { ListReads } from './list-reads.js';
import { ListExports } from './list-exports.js';
import { ENTITIES, ResourceRegistry } from './resource-registry.js';
import { ScanQueue } from './scan-queue.js';

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
