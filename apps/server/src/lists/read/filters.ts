import {
  type FilterOperator,
  filterOperatorSchema,
  MAX_FILTER_VALUES,
  MAX_FILTERS,
} from '@portal/contracts/lists';
import { isObject } from '@portal/contracts/objects';
import type { ProblemItem } from '@portal/contracts/problem';
import { jsonFlaws } from '@portal/domain/json-flaws';
import { z } from 'zod';
import { invalidUrl } from '../../problems/invalid-url.js';
import { operatorsOf, TYPE_FACTS } from '../declare/field-types.js';
import type { Field, Filter } from '../declare/declared-list.js';

/** The fields that filters and orders can name: those of a list. */
export interface FieldNames {
  find(path: string): Field | undefined;
}

/** The names of fields with an address: `email`, `user_email`, `uploaded_by`. */
const ADDRESSES = /(^|[._])email$|_by$/;

interface Term {
  /** As the client wrote it, for the error. */
  readonly pointer: string;
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
}

/**
 * Parses the parameter `filters`.
 * @throws {ProblemException} `invalid-input`, with each unknown field, operator and invalid value
 */
export function parseFilters(text: string, table: FieldNames): Filter[] {
  const terms = termsOf(objectIn(text), table);
  refuseFlaws(text);
  if (terms.length > MAX_FILTERS)
    refuse([{ pointer: 'filters', detail: `are more than ${MAX_FILTERS}` }]);
  const problems: ProblemItem[] = [];
  const filters = terms.flatMap((term) => {
    const read = readTerm(term, table);
    if ('field' in read) return [read];
    problems.push({ pointer: `filters/${term.pointer}`, detail: read.detail });
    return [];
  });
  if (problems.length > 0) refuse(problems);
  return filters;
}

function objectIn(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed)) return parsed;
  } catch {
    // Refused below, like any text that is not a JSON object.
  }
  refuse([{ pointer: 'filters', detail: 'must be a JSON object' }]);
}

/** Such a flaw would select other items than the client meant. */
function refuseFlaws(text: string): void {
  const flaws = jsonFlaws(text).map(({ kind, pointer }) => ({
    pointer: `filters${pointer}`,
    detail: kind === 'repeated-key' ? 'is repeated' : 'cannot be stored exactly as a number',
  }));
  if (flaws.length > 0) refuse(flaws);
}

/**
 * Normalizes the notations `{field: {operator: value}}`, `{field__operator: value}`, `{field:
 * value}`.
 */
function termsOf(filters: object, table: FieldNames): Term[] {
  return Object.entries(filters).flatMap(([key, value]: [string, unknown]): Term[] => {
    const split = key.lastIndexOf('__');
    if (split >= 0 && !table.find(key)) {
      const [path, operator] = [key.slice(0, split), key.slice(split + 2)];
      return [{ pointer: key, path, operator, value }];
    }
    if (!isObject(value)) return [{ pointer: key, path: key, operator: 'eq', value }];
    return Object.entries(value).map(([operator, operand]: [string, unknown]) => ({
      pointer: `${key}/${operator}`,
      path: key,
      operator,
      value: operand,
    }));
  });
}

function readTerm(term: Term, table: FieldNames): Filter | { readonly detail: string } {
  const field = table.find(term.path);
  if (!field) return { detail: `${term.path} is not a field` };
  const operator = filterOperatorSchema.safeParse(term.operator).data;
  const operators = operatorsOf(field);
  if (operators.length === 0) return { detail: `${field.name} is not a field to filter by` };
  if (!operator || !operators.includes(operator)) {
    return {
      detail: `${term.operator} is not an operator of ${field.name}; use one of ${operators.join(', ')}`,
    };
  }
  const value = operandOf(field, operator).safeParse(term.value);
  if (value.success) return { field, operator, value: asStored(field, value.data) };
  return { detail: value.error.issues[0]?.message ?? 'is not valid' };
}

function operandOf(field: Field, operator: FilterOperator): z.ZodType {
  const { operand } = TYPE_FACTS[field.type];
  switch (operator) {
    case 'is_null':
      return z.boolean('must be true or false');
    case 'in':
    case 'nin':
      return z
        .array(operand, 'must be a list')
        .max(MAX_FILTER_VALUES, `must list at most ${MAX_FILTER_VALUES} values`);
    case 'between':
      return z.tuple([operand, operand], 'must be a list of two values');
    case 'eq':
    case 'ne':
      return field.nullable ? operand.nullable() : operand;
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return operand;
    case 'contains':
    case 'starts_with':
      return TYPE_FACTS.string.operand;
  }
}

/** Addresses are stored in lower case: those of a filter are compared without regard to capitals, by every operator. */
function asStored({ name, type }: Field, value: unknown): unknown {
  if (type !== 'string' || !ADDRESSES.test(name)) return value;
  if (Array.isArray(value)) return value.map(lowerCase);
  return lowerCase(value);
}

const lowerCase = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

function refuse(errors: ProblemItem[]): never {
  throw invalidUrl(errors);
}
