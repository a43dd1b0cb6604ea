import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type RouteFacts, routesOf } from './route-facts.js';

/**
 * Lists all routes of the application. The server does not start if a route has no `Allow` or no
 * `ApiResponse`.
 */
@Injectable()
export class RouteAudit implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws {Error} with each route that has no Allow or no ApiResponse */
  onModuleInit(): void {
    const routes = this.routes();
    const open = routes.filter(({ access }) => access === undefined);
    refuse(open, 'have no Allow');
    const silent = routes.filter(({ responses }) => responses.length === 0);
    refuse(silent, 'have no ApiResponse');
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

function refuse(routes: readonly RouteFacts[], what: string): void {
  if (routes.length === 0) return;
  throw new Error(`These routes ${what}: ${routes.map(({ handler }) => handler).join(', ')}`);
}
