import { Injectable } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '@portal/persistence/queryable';
import { IndexedReads, Reads } from '../db/pools.js';
import { tooBroad } from './large-lists.js';
import { ListStatements } from './list-statements.js';
import type { ListRequest } from './resource.js';
import type { ResourceMetadata } from './resource-metadata.js';
import { ScanQueue } from './scan-queue.js';

/** Reads lists on the connections that are for them. */
@Injectable()
export class ListReads {
  constructor(
    private readonly reads: Reads,
    private readonly indexed: IndexedReads,
    private readonly scans: ScanQueue,
  ) {}

  /** @throws {ProblemException} `too-broad`, `too-many-requests` */
  run<T>(
    table: ResourceMetadata,
    caller: Caller,
    request: ListRequest,
    read: (db: Queryable, list: ListStatements) => Promise<T>,
  ): Promise<T> {
    const list = new ListStatements(table, caller, request);
    if (list.isScan) {
      return this.scans.scan(
        caller,
        (db) => read(db, list),
        (seconds) => tooBroad(table, request, seconds),
      );
    }
    return read(table.resource.large?.index ? this.indexed.prepared : this.reads.prepared, list);
  }
}
