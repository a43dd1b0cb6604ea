import type { ProblemCode } from '@portal/contracts/problem';
import type { z } from 'zod';

/** A zod schema for JSON, a media type for other content, null for a response without a body. */
export type ResponseBody = z.ZodType | string | null;

export interface ResponseOptions {
  /** Default: the success status of the route. */
  readonly status?: number;
  /** Response headers with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteResponse extends ResponseOptions {
  readonly description: string;
  readonly body: ResponseBody;
}

/** Inputs of a route that no schema of an argument describes. */
export interface RouteExtras {
  /** Schema of a JSON body that the handler parses itself. */
  readonly body?: z.ZodType;
  /** Name of the form field that has the file, in a multipart body. */
  readonly fileField?: string;
  /** Schemas of other fields of that form, as JSON. */
  readonly formFields?: Readonly<Record<string, z.ZodType>>;
  /** Request headers with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const ROUTE_RESPONSES = 'portal:responses';
export const ROUTE_ERRORS = 'portal:errors';
export const ROUTE_EXTRAS = 'portal:extras';
export const ROUTE_FAILURE_LIMIT = 'portal:failure-limit';

/**
 * Documents a response of a route in the OpenAPI document, one per status and content type. The
 * description of the first is the summary of the route.
 * @param description a noun phrase, such as 'The projects of the caller, by name'
 */
export function ApiResponse(
  description: string,
  body: ResponseBody,
  options: ResponseOptions = {},
): MethodDecorator {
  const response: RouteResponse = { description, body, ...options };
  return prepend(ROUTE_RESPONSES, [response]);
}

/**
 * Documents further problems of a route. `Allow` and the schemas already imply those of sign-in,
 * permission, validation and unknown routes.
 */
export function ApiErrors(...codes: ProblemCode[]): MethodDecorator {
  return prepend(ROUTE_ERRORS, codes);
}

/** Documents that failed calls of one IP address are limited. */
export function ApiFailureLimit(): MethodDecorator {
  return (_target, _name, descriptor) => {
    if (descriptor.value) Reflect.defineMetadata(ROUTE_FAILURE_LIMIT, true, descriptor.value);
  };
}

export function ApiRequest(extras: RouteExtras): MethodDecorator {
  return (_target, _name, descriptor) => {
    if (descriptor.value) Reflect.defineMetadata(ROUTE_EXTRAS, extras, descriptor.value);
  };
}

/** Decorators run from the last to the first; the list keeps their order in the source. */
function prepend(key: string, items: readonly unknown[]): MethodDecorator {
  return (_target, _name, descriptor) => {
    if (!descriptor.value) return;
    const later: unknown = Reflect.getMetadata(key, descriptor.value);
    const list = [...items, ...(Array.isArray(later) ? (later as unknown[]) : [])];
    Reflect.defineMetadata(key, list, descriptor.value);
  };
}
