import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Resource } from './resource.js';
import { ResourceMetadata } from './resource-metadata.js';

/** The tables of all served resources. */
@Injectable()
export class ResourceRegistry {
  private readonly opened = new Map<Resource, ResourceMetadata>();

  constructor(private readonly dataSource: DataSource) {}

  /** @throws {Error} if the declaration names a field that the entity does not have */
  open(resource: Resource): ResourceMetadata {
    const table = this.opened.get(resource) ?? new ResourceMetadata(resource, this.dataSource);
    this.opened.set(resource, table);
    return table;
  }
}
