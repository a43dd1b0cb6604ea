import { Global, Module } from '@nestjs/common';
import { BulkWrites } from './bulk-writes.js';
import { CrudReads } from './crud-reads.js';
import { CrudWrites } from './crud-writes.js';
import { IndexedListPool } from './indexed-list-pool.js';
import { ResourceRegistry } from './resource-registry.js';

/** Generic CRUD for the lists of the administration; see `crudController`. */
@Global()
@Module({
  providers: [BulkWrites, CrudReads, CrudWrites, IndexedListPool, ResourceRegistry],
  exports: [BulkWrites, CrudReads, CrudWrites, IndexedListPool, ResourceRegistry],
})
export class CrudModule {}
