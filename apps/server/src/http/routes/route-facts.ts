import { RequestMethod } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import type { ProblemCode } from '@portal/contracts/problem';
import { z } from 'zod';
import { ROUTE_ACCESS, type RouteAccess } from './access.js';
import { type KeyRule, ROUTE_KEY_RULE } from '../idempotency/key-rule.js';
import { servedPath } from './paths.js';
import {
  ROUTE_RESPONSES,
  ROUTE_EXTRAS,
  ROUTE_ERRORS,
  ROUTE_FAILURE_LIMIT,
  type RouteResponse,
  type RouteExtras,
} from './api-operation.js';

/** An argument of a handler that comes from the request. */
export interface RouteArgument {
  readonly from: 'body' | 'query' | 'path';
  /** Name of a single path or query parameter; undefined for the whole body, query or path. */
  readonly name?: string;
  readonly schema?: z.ZodType;
}

/** The metadata of a route, as its decorators declare it. */
export interface RouteFacts {
  /** `Controller.method` */
  readonly handler: string;
  /** Name of the module, without the suffix `Module`. */
  readonly feature: string;
  /** GET, POST, … */
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
  /** Names of the path parameters, in order. */
  readonly pathNames: readonly string[];
  readonly access: RouteAccess | undefined;
  readonly responses: readonly RouteResponse[];
  readonly errors: readonly ProblemCode[];
  readonly extras: RouteExtras;
  readonly arguments: readonly RouteArgument[];
  /** The default success status. */
  readonly status: number;
  readonly limitsFailures: boolean;
  /** Whether it is a POST whose answer is kept for its `Idempotency-Key`. */
  readonly takesKey: boolean;
}

/** Metadata keys of Nest's own decorators. */
const NEST = {
  path: 'path',
  method: 'method',
  arguments: '__routeArguments__',
  status: '__httpCode__',
} as const;

const reflector = new Reflector();

const argumentsSchema = z.record(
  z.string(),
  z.object({ data: z.unknown().optional(), schema: z.instanceof(z.ZodType).optional() }),
);

/** The routes of a controller, by handler method. */
export function routesOf(
  controller: Function,
  methodNames: readonly string[],
  feature: string,
): RouteFacts[] {
  const prototype: unknown = controller.prototype;
  if (typeof prototype !== 'object' || prototype === null) return [];
  return methodNames.flatMap((name) => {
    const handler: unknown = Reflect.get(prototype, name);
    if (typeof handler !== 'function' || !Reflect.hasMetadata(NEST.path, handler)) return [];
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((own) => {
        const path = servedPath(base, own);
        const pathNames = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? '');
        return { ...factsOf(controller, name, handler), feature, path, pathNames };
      }),
    );
  });
}

function factsOf(
  controller: Function,
  name: string,
  handler: Function,
): Omit<RouteFacts, 'feature' | 'path' | 'pathNames'> {
  const method = RequestMethod[read<number>(NEST.method, handler) ?? RequestMethod.GET] ?? 'GET';
  const access = read<RouteAccess>(ROUTE_ACCESS, handler);
  return {
    handler: `${controller.name}.${name}`,
    method,
    access,
    responses: read<RouteResponse[]>(ROUTE_RESPONSES, handler) ?? [],
    errors: read<ProblemCode[]>(ROUTE_ERRORS, handler) ?? [],
    extras: read<RouteExtras>(ROUTE_EXTRAS, handler) ?? {},
    arguments: argumentsOf(controller, name),
    status: read<number>(NEST.status, handler) ?? (method === 'POST' ? 201 : 200),
    limitsFailures: read<boolean>(ROUTE_FAILURE_LIMIT, handler) ?? false,
    takesKey:
      method === 'POST' &&
      access?.rule.kind !== 'anyone' &&
      typeof read<KeyRule>(ROUTE_KEY_RULE, handler) !== 'object',
  };
}

const FROM: Partial<Record<number, RouteArgument['from']>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'path',
};

function argumentsOf(controller: Function, method: string): RouteArgument[] {
  const kept: unknown = Reflect.getMetadata(NEST.arguments, controller, method) ?? {};
  // The key is `type:index`; custom parameter decorators have a text as type.
  return Object.entries(argumentsSchema.parse(kept)).flatMap(([key, { data, schema }]) => {
    const from = FROM[Number(key.split(':')[0])];
    if (from === undefined) return [];
    return [{ from, ...(typeof data === 'string' && { name: data }), ...(schema && { schema }) }];
  });
}

const inputs = new WeakMap<Function, ReadonlySet<RouteArgument['from']>>();

/** Whether a route has input of this kind. Cached, because each request calls it. */
export function takesInput(
  controller: Function,
  handler: Function,
  from: RouteArgument['from'],
): boolean {
  const known = inputs.get(handler);
  if (known) return known.has(from);
  inputs.set(handler, inputsOf(controller, handler));
  return takesInput(controller, handler, from);
}

function inputsOf(controller: Function, handler: Function): ReadonlySet<RouteArgument['from']> {
  const taken = new Set(argumentsOf(controller, handler.name).map(({ from }) => from));
  return read<RouteExtras>(ROUTE_EXTRAS, handler)?.fileField === undefined
    ? taken
    : taken.add('body');
}

function pathsOf(target: Function): string[] {
  return [read<string | string[]>(NEST.path, target) ?? ''].flat();
}

function read<T>(key: string, target: Function): T | undefined {
  return reflector.get<T | undefined>(key, target);
}
