import { Injectable } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '@portal/persistence/queryable';
import { IndexedReads, Reads } from '../../db/pools.js';
import { ProblemException } from '../../http/problems/problem.js';
import { ListStatements } from './list-statements.js';
import type { ListRequest } from '../declare/resource.js';
import type { ResourceMetadata } from '../declare/resource-metadata.js';
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

/** The problem of a list that takes longer than `seconds`; it names the filters that have an index. */
export function tooBroad(
  table: ResourceMetadata,
  { filters }: ListRequest,
  seconds: number,
): ProblemException {
  const used = new Set(filters.map(({ field }) => field.name));
  const names = Object.keys(table.resource.large?.filters ?? {}).filter((name) => !used.has(name));
  const advice =
    names.length > 0
      ? `Filter by ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)}`
      : 'Use narrower filters';
  const detail = `Reading this list takes longer than ${seconds} s. ${advice}.`;
  return new ProblemException('too-broad', detail, [{ pointer: 'filters', detail: advice }]);
}
