import { Inject, Injectable } from '@nestjs/common';
import type { EntityTables } from '@portal/persistence/data-source';
import type { Resource } from './resource.js';
import { ResourceMetadata } from './resource-metadata.js';

/** The injection token of `EntityTables`. */
export const ENTITIES = Symbol('Entities');

/** The tables of all served resources. */
@Injectable()
export class ResourceRegistry {
  private readonly opened = new Map<Resource, ResourceMetadata>();

  constructor(@Inject(ENTITIES) private readonly entities: EntityTables) {}

  /** @throws {Error} if the declaration names a field that the entity does not have */
  open(resource: Resource): ResourceMetadata {
    const table = this.opened.get(resource) ?? new ResourceMetadata(resource, this.entities);
    this.opened.set(resource, table);
    return table;
  }
}
