import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { IDEMPOTENCY_KEY_HEADER } from '@portal/contracts/idempotency';
import type { FastifyRequest } from 'fastify';
import { IdempotencyKeys } from './idempotency-keys.js';
import { invalidKey, keyOf } from './key-header.js';
import { type KeyRule, ROUTE_KEY_RULE } from './key-rule.js';

/**
 * Claims the `Idempotency-Key` of a POST by a caller. The last guard, so that a request without
 * access, or with input that its route does not take, learns and uses nothing.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { method, headers, caller } = request;
    const isKeyed = method === 'POST' && headers[IDEMPOTENCY_KEY_HEADER] !== undefined;
    // A call without a caller, such as a sign-in, ignores the key.
    return !isKeyed || !caller || this.claim(request, context.getHandler());
  }

  private async claim(request: FastifyRequest, handler: Function): Promise<boolean> {
    const rule = this.reflector.get<KeyRule | undefined>(ROUTE_KEY_RULE, handler);
    if (rule === undefined) await this.keys.claim(request);
    else if (rule === 'handler claims') keyOf(request);
    else if ('refused' in rule) throw invalidKey(`is not accepted here: ${rule.refused}`);
    return true;
  }
}
