import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type RouteFacts, routesOf } from './route-facts.js';

/** Knows every route of the application, and refuses to boot when one does not say who may use it. */
@Injectable()
export class RouteAudit implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws {Error} naming every route without an Allow */
  onModuleInit(): void {
    const open = this.routes().filter((route) => route.access === undefined);
    if (open.length > 0) {
      const names = open.map((route) => route.handler).join(', ');
      throw new Error(`These routes do not say who may use them (see Allow): ${names}`);
    }
  }

  routes(): RouteFacts[] {
    return this.discovery.getControllers().flatMap(({ metatype, host }) => {
      if (typeof metatype !== 'function') return [];
      const prototype: unknown = metatype.prototype;
      if (typeof prototype !== 'object' || prototype === null) return [];
      const feature = (host?.name ?? '').replace(/Module$/, '');
      return routesOf(metatype, this.scanner.getAllMethodNames(prototype), feature);
    });
  }
}
