import {
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
  type StandardSchemaValidationPipeOptions,
} from '@nestjs/common';
import type { ProblemItem } from '@portal/contracts/problem';
import { invalidUrl } from '../../problems/invalid-url.js';
import { ProblemException } from '../../problems/problem.js';

type Issue = Parameters<
  NonNullable<StandardSchemaValidationPipeOptions['exceptionFactory']>
>[0][number];

/** Enough to fix a body; thousands of values may have the same error. */
const MAX_ITEMS = 100;

/**
 * Validates each argument that declares a schema. A refusal lists each error: by JSON pointer in a
 * body, by name in a query or path.
 */
@Injectable()
export class SchemaPipe implements PipeTransform {
  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Not Nest's own pipe, which removes each `constructor` and `prototype` from the value first.
    const { schema, type } = metadata;
    if (!schema || type === 'custom') return value;
    const result = await schema['~standard'].validate(value);
    if (!result.issues) return result.value;
    const items = result.issues
      .flatMap((issue) => itemsOf(issue, value, metadata))
      .slice(0, MAX_ITEMS);
    if (type === 'body')
      throw new ProblemException('invalid-input', 'The body is not valid', items);
    throw invalidUrl(items, type === 'param' ? 'path' : 'query');
  }
}

/** One item per unknown key, so that the client can locate it. */
function itemsOf(issue: Issue, value: unknown, metadata: ArgumentMetadata): ProblemItem[] {
  const path = (issue.path ?? []).map((segment) =>
    String(typeof segment === 'object' ? segment.key : segment),
  );
  const unknownKeys = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys : [];
  if (unknownKeys.length > 0) {
    return unknownKeys.map((key) => ({
      pointer: pointerOf([...path, String(key)], metadata),
      detail: 'is not known',
    }));
  }
  return [{ pointer: pointerOf(path, metadata), detail: detailOf(issue, value, metadata.type) }];
}

function detailOf(issue: Issue, value: unknown, type: ArgumentMetadata['type']): string {
  if (type === 'query' && isRepeated(issue, value)) return 'must be given only once';
  return issue.message.endsWith('received undefined') ? 'is required' : issue.message;
}

/** A parameter that occurs twice is an array, where the schema wants no array. */
function isRepeated(issue: Issue, value: unknown): boolean {
  const isOfArray = 'origin' in issue && issue.origin === 'array';
  if (isOfArray || (issue.path ?? []).length > 1) return false;
  const [segment] = issue.path ?? [];
  if (segment === undefined) return Array.isArray(value);
  const name = typeof segment === 'object' ? segment.key : segment;
  return Array.isArray(new Map<PropertyKey, unknown>(Object.entries(value ?? {})).get(name));
}

function pointerOf(path: readonly string[], { type, data }: ArgumentMetadata): string {
  if (type === 'body') return path.map((segment) => `/${escapePointer(segment)}`).join('');
  return [...(data === undefined ? [] : [data]), ...path].join('/');
}

/** RFC 6901 */
function escapePointer(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
