import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type RouteFacts, routesOf } from './route-facts.js';

/**
 * Knows every route of the application, and refuses to boot when one does not say who may use it
 * and what it answers.
 */
@Injectable()
export class RouteAudit implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws {Error} naming every route without an Allow or an ApiResponse */
  onModuleInit(): void {
    const routes = this.routes();
    const open = routes.filter(({ access }) => access === undefined);
    refuse(open, 'do not say who may use them (see Allow)');
    const silent = routes.filter(({ responses }) => responses.length === 0);
    refuse(silent, 'do not say what they answer (see ApiResponse)');
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
