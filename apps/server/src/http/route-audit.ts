import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ROUTE_ACCESS, type RouteAccess } from './access.js';

/** Where Nest keeps the path of a route handler. */
const ROUTE_PATH = 'path';

export interface AuditedRoute {
  /** `Controller.method` */
  readonly handler: string;
  readonly access: RouteAccess | undefined;
}

/** Knows every route of the application, and refuses to boot when one does not say who may use it. */
@Injectable()
export class RouteAudit implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws {Error} naming every route without an Allow */
  onModuleInit(): void {
    const open = this.routes().filter((route) => route.access === undefined);
    if (open.length > 0) {
      const names = open.map((route) => route.handler).join(', ');
      throw new Error(`These routes do not say who may use them (see Allow): ${names}`);
    }
  }

  routes(): AuditedRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype: unknown = metatype.prototype;
      if (typeof prototype !== 'object' || prototype === null) return [];
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler: unknown = Reflect.get(prototype, name);
        if (typeof handler !== 'function' || !Reflect.hasMetadata(ROUTE_PATH, handler)) return [];
        return [
          {
            handler: `${metatype.name}.${name}`,
            access: this.reflector.get<RouteAccess | undefined>(ROUTE_ACCESS, handler),
          },
        ];
      });
    });
  }
}
