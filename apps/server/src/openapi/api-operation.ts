import type { ProblemCode } from '@portal/contracts/problem';
import type { z } from 'zod';

/** A contract's schema for JSON, a media type for anything else, null for an answer without body. */
export type ResponseBody = z.ZodType | string | null;

export interface ResponseOptions {
  /** The route's own success status unless told. */
  readonly status?: number;
  /** Headers worth knowing, with what each says. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteResponse extends ResponseOptions {
  readonly description: string;
  readonly body: ResponseBody;
}

/** What a route takes beside the arguments that its schemas describe. */
export interface RouteExtras {
  /** Of the JSON body, where the handler parses it itself. */
  readonly body?: z.ZodType;
  /** Name of the form field with the file, in a multipart body. */
  readonly fileField?: string;
  /** Request headers that make a difference, with what each does. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const ROUTE_RESPONSES = 'portal:responses';
export const ROUTE_ERRORS = 'portal:errors';
export const ROUTE_EXTRAS = 'portal:extras';

/**
 * Says on a route what it answers, for the API's document; once per status and type of content. The
 * text of the first is the summary of the route.
 * @param description a noun phrase, such as 'The projects one belongs to, by name'
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
 * Names the problems that a route has beside those which its `Allow` and its schemas imply (signing
 * in, permission, invalid input, nothing at this address).
 */
export function ApiErrors(...codes: ProblemCode[]): MethodDecorator {
  return prepend(ROUTE_ERRORS, codes);
}

export function ApiRequest(extras: RouteExtras): MethodDecorator {
  return (_target, _name, descriptor) => {
    if (descriptor.value) Reflect.defineMetadata(ROUTE_EXTRAS, extras, descriptor.value);
  };
}

/** Decorators run from the last to the first; the list keeps the order in which they are read. */
function prepend(key: string, items: readonly unknown[]): MethodDecorator {
  return (_target, _name, descriptor) => {
    if (!descriptor.value) return;
    const later: unknown = Reflect.getMetadata(key, descriptor.value);
    const list = [...items, ...(Array.isArray(later) ? (later as unknown[]) : [])];
    Reflect.defineMetadata(key, list, descriptor.value);
  };
}
