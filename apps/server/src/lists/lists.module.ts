import { Global, Module } from '@nestjs/common';
import { readEntities } from '@portal/persistence/data-source';
import { BulkWrites } from './write/bulk-writes.js';
import { ListReader } from './read/list-reader.js';
import { ListWrites } from './write/list-writes.js';
import { ListConnections } from './read/list-connections.js';
import { ListCursors } from './read/list-cursor.js';
import { ListExports } from './read/list-exports.js';
import { SignedCursors } from './read/signed-cursors.js';
import { ENTITIES, ListRegistry } from './declare/list-metadata.js';

const ENGINE = [
  BulkWrites,
  ListConnections,
  ListCursors,
  ListExports,
  ListReader,
  ListWrites,
  ListRegistry,
  SignedCursors,
];

/** The engine of the declared lists; see `listController`. */
@Global()
@Module({
  providers: [{ provide: ENTITIES, useFactory: readEntities }, ...ENGINE],
  exports: ENGINE,
})
export class ListsModule {}
