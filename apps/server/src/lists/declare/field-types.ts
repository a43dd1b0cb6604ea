import { MAX_FILTER_TEXT } from '@portal/contracts/constants';
import type { FieldType, FilterOperator } from '@portal/contracts/lists';
import { withOffset } from '@portal/contracts/reporting-zone';
import { daySchema, inUtc, requestInstantSchema, storableSchema } from '@portal/contracts/scalars';
import { z } from 'zod';
import type { Field } from './declared-list.js';

interface TypeFacts {
  /** SQL type for the placeholders of such values. */
  readonly cast: string;
  readonly operators: readonly FilterOperator[];
  /** Schema of a single filter value; its message says what is valid. */
  readonly operand: z.ZodType;
}

const EQUALITY = ['eq', 'ne', 'in', 'nin', 'is_null'] as const;
const ORDER = ['lt', 'lte', 'gt', 'gte', 'between'] as const;
const textSchema = storableSchema.pipe(z.string().max(MAX_FILTER_TEXT));

/** PostgreSQL has no year 0. */
const hasYear = (text: string): boolean => !text.startsWith('0000');

export const TYPE_FACTS: Readonly<Record<FieldType, TypeFacts>> = {
  integer: {
    cast: 'bigint',
    operators: [...EQUALITY, ...ORDER],
    operand: z.int('must be an integer'),
  },
  number: {
    cast: 'numeric',
    operators: [...EQUALITY, ...ORDER],
    operand: z.number('must be a number'),
  },
  string: {
    cast: 'text',
    operators: [...EQUALITY, ...ORDER, 'contains', 'starts_with'],
    operand: z.string('must be text').pipe(textSchema),
  },
  boolean: {
    cast: 'boolean',
    operators: EQUALITY,
    operand: z.boolean('must be true or false'),
  },
  date: {
    cast: 'date',
    operators: [...EQUALITY, ...ORDER],
    operand: z.string('must be a day, YYYY-MM-DD').refine(isDay, 'must be a day, YYYY-MM-DD'),
  },
  datetime: {
    cast: 'timestamptz',
    operators: [...EQUALITY, ...ORDER],
    operand: z
      .string('must be an instant, RFC 3339')
      .refine(isInstant, 'must be an instant, RFC 3339')
      .transform((text) => inUtc(withOffset(text))),
  },
  dict: { cast: 'jsonb', operators: ['is_null'], operand: z.never() },
  list: {
    cast: 'text[]',
    operators: ['contains', 'is_null'],
    operand: z.string('must be text').pipe(textSchema),
  },
};

/** Types of PostgreSQL as entities and TypeORM name them. */
const SUPPORTED: Readonly<Record<string, FieldType>> = {
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  text: 'string',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'datetime',
  'timestamp with time zone': 'datetime',
  jsonb: 'dict',
};

/** @throws {Error} for a type that lists do not support: a mistake in the code */
export function fieldTypeOf(stored: string, isArray: boolean, column: string): FieldType {
  const type = isArray ? 'list' : SUPPORTED[stored];
  if (!type) throw new Error(`A column of type ${stored} cannot be served: ${column}`);
  return type;
}

/** The operators that a field supports. */
export function operatorsOf({ type, options }: Field): readonly FilterOperator[] {
  return options.operators ?? TYPE_FACTS[type].operators;
}

function isDay(text: string): boolean {
  return daySchema.safeParse(text).success && hasYear(text);
}

/** Valid if the year has four digits, also in UTC. */
function isInstant(text: string): boolean {
  const instant = requestInstantSchema.safeParse(text).data;
  if (instant === undefined) return false;
  const utc = new Date(instant).toISOString();
  return hasYear(utc) && /^\d/.test(utc);
}
