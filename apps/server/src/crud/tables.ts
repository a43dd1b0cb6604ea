import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Resource } from './resource.js';
import { Table } from './table.js';

/** The tables of the resources that are served. */
@Injectable()
export class Tables {
  private readonly opened = new Map<Resource, Table>();

  constructor(private readonly dataSource: DataSource) {}

  /** @throws {Error} when the declaration names what its entity does not have */
  open(resource: Resource): Table {
    const table = this.opened.get(resource) ?? new Table(resource, this.dataSource);
    this.opened.set(resource, table);
    return table;
  }
}
