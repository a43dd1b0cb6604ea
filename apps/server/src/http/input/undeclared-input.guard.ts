import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isApiPath } from '../routes/paths.js';
import { takesInput } from '../routes/route-facts.js';
import { SchemaPipe } from './schema.pipe.js';

const NOTHING = z.strictObject({});

/**
 * Refuses a query or a body on API routes that declare none; declared input has its own schema.
 * Runs after the access guard, so that only permitted callers learn what a route accepts.
 */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  private readonly pipe = new SchemaPipe();

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Socket events have their own schemas.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isApiPath(request.routeOptions.url ?? '')) return true;
    await this.refuse(context, 'query', hasKeys(request.query) ? request.query : undefined);
    await this.refuse(context, 'body', request.body ?? undefined);
    return true;
  }

  private async refuse(
    context: ExecutionContext,
    type: 'query' | 'body',
    value: unknown,
  ): Promise<void> {
    if (value === undefined || takesInput(context.getClass(), context.getHandler(), type)) return;
    await this.pipe.transform(value, { type, schema: NOTHING });
  }
}

function hasKeys(query: unknown): boolean {
  return typeof query === 'object' && query !== null && Object.keys(query).length > 0;
}
