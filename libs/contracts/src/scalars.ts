import { z } from 'zod';
import { INVISIBLE, invisibleName } from './characters.js';
import { withOffset } from './reporting-zone.js';

/** Email in lower case, without surrounding blanks. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ error: ({ input }) => hiddenIn(String(input)) }));

/** What makes an address wrong without being seen; undefined if nothing does. */
export function hiddenIn(address: string): string | undefined {
  const [character] = INVISIBLE.exec(address) ?? [];
  if (character === undefined) return undefined;
  return `contains ${invisibleName(character)}; delete it`;
}

const NO_DAY = 'must be a day such as 2026-01-31';

/** A calendar day, YYYY-MM-DD. PostgreSQL has no year 0. */
export const daySchema = z.iso
  .date({ error: NO_DAY, abort: true })
  .refine((day) => day >= '0001', { error: NO_DAY, abort: true });

/** `when` of a rule about several fields: the rule runs if each field is valid. */
export const whenAllAreValid = ({ issues }: { readonly issues: readonly unknown[] }): boolean =>
  issues.length === 0;

const NO_INSTANT = 'must be an instant such as 2026-01-31T09:30:00Z (in a URL, + is %2B)';

/** An instant, RFC 3339 with offset. */
export const instantSchema = z.iso.datetime({ offset: true, error: NO_INSTANT, abort: true });

/** An instant in a request: without an offset it is of the reporting zone. */
export const requestInstantSchema = z.iso
  .datetime({ offset: true, local: true, error: NO_INSTANT, abort: true })
  .transform((instant) => withOffset(instant));

/**
 * The same instant in UTC as responses have it: with milliseconds, or with microseconds if it has a
 * part of a millisecond. Finer digits are cut off.
 */
export function inUtc(instant: string): string {
  const [, digits = ''] = /\.(\d+)/.exec(instant) ?? [];
  const micros = digits.slice(0, 6).padEnd(6, '0');
  const fraction = micros.endsWith('000') ? micros.slice(0, 3) : micros;
  return `${new Date(instant).toISOString().slice(0, -4)}${fraction}Z`;
}

const MAX_ID = 2_147_483_647;

interface NumberRange {
  readonly minimum: number;
  readonly maximum?: number;
}

/**
 * An integer in a path or query string, in decimal digits. Use `prefault` for an optional one: the
 * OpenAPI description omits a `default`.
 */
export function wholeNumberParam({ minimum, maximum = Number.MAX_SAFE_INTEGER }: NumberRange) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && !/^(0|[1-9]\d*)$/.test(value) ? NaN : value),
      z.coerce
        .number('must be a whole number')
        .int()
        .min(minimum, `must be at least ${minimum}`)
        .max(maximum, `must be at most ${maximum}`),
    )
    .meta({ type: 'integer', minimum, maximum });
}

/** A database id in a path or query string. */
export const idParamSchema = wholeNumberParam({ minimum: 0, maximum: MAX_ID });

/** Query parameters of a paged list. */
export const pageParams = {
  page: wholeNumberParam({ minimum: 1, maximum: 1_000_000 }).prefault(1),
  size: wholeNumberParam({ minimum: 1, maximum: 100 }).prefault(50),
};

/** Accepts a query parameter that is given once or several times. */
export function repeated<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(1000).optional(),
  );
}

/** A query-string boolean: true, false, 1, 0. */
export const queryBooleanSchema = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');

/** Text that PostgreSQL can store, in NFC. For search terms. */
export const storableSchema = storable();

/** @param missing the error message if the value is absent */
function storable(missing?: string) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .refine((value) => !value.includes('\0'), 'must not contain NUL')
    .refine((value) => !/\p{Surrogate}/u.test(value), 'must not contain a lone surrogate')
    .transform((value) => value.normalize('NFC'));
}

/** U+2800 is an empty Braille pattern. */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** An empty text is refused, or allowed, in other words. */
const visible = (schema: z.ZodString): z.ZodString =>
  schema.refine((value) => value === '' || VISIBLE.test(value), 'must have a visible character');

const trim = (value: string): string => value.trim();

/**
 * Text as it is stored: NFC, without surrounding blanks, at most `max` characters, at least one of
 * them visible. NUL and lone surrogates cannot be stored and are refused.
 * @param missing the error message if the value is absent, such as 'Name is required'
 */
export function textSchema(max: number, missing?: string) {
  return storable(missing)
    .transform(trim)
    .pipe(
      visible(
        z
          .string()
          .min(1, missing ?? 'must not be empty')
          .max(max),
      ),
    );
}

/** Like `textSchema`, but an absent, null or blank value means null. */
export function optionalTextSchema(max: number) {
  return storableSchema
    .transform(trim)
    .nullable()
    .transform((value) => (value === '' ? null : value))
    .pipe(z.string().max(max).nullable());
}

/** Like `optionalTextSchema`, for a name that users see: at least one character is visible. */
export function optionalNameSchema(max: number) {
  return optionalTextSchema(max).pipe(visible(z.string()).nullable());
}

/** Like `optionalTextSchema`, for a column that stores an empty string instead of null. */
export function emptiableTextSchema(max: number) {
  return optionalTextSchema(max)
    .transform((text) => text ?? '')
    .pipe(z.string().max(max));
}
