import { Global, Module } from '@nestjs/common';
import { CrudReads } from './crud-reads.js';
import { CrudWrites } from './crud-writes.js';
import { LargeReads } from './large-reads.js';
import { Tables } from './tables.js';

/** The engine behind every list of the administration; see `crudController`. */
@Global()
@Module({
  providers: [CrudReads, CrudWrites, LargeReads, Tables],
  exports: [CrudReads, CrudWrites, LargeReads, Tables],
})
export class CrudModule {}
