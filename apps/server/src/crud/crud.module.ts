import { Global, Module } from '@nestjs/common';
import { BulkWrites } from './bulk-writes.js';
import { CrudReads } from './crud-reads.js';
import { CrudWrites } from './crud-writes.js';
import { IndexedListPool } from './indexed-list-pool.js';
import { ListExports } from './list-exports.js';
import { ResourceRegistry } from './resource-registry.js';
import { ScanPool } from './scan-pool.js';

/** Generic CRUD for the lists of the administration; see `crudController`. */
@Global()
@Module({
  providers: [
    BulkWrites,
    CrudReads,
    CrudWrites,
    IndexedListPool,
    ListExports,
    ResourceRegistry,
    ScanPool,
  ],
  exports: [
    BulkWrites,
    CrudReads,
    CrudWrites,
    IndexedListPool,
    ListExports,
    ResourceRegistry,
    ScanPool,
  ],
})
export class CrudModule {}
