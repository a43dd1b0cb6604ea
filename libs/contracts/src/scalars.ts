import { z } from 'zod';

/** Lower-cased, trimmed e-mail address. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** A calendar day, YYYY-MM-DD. */
export const daySchema = z.iso.date({ error: 'must be a day such as 2026-01-31', abort: true });

/** For a rule about several fields, as its `when`: each by itself is what it has to be. */
export const whenAllAreValid = ({ issues }: { readonly issues: readonly unknown[] }): boolean =>
  issues.length === 0;

/** An instant, RFC 3339 with offset. */
export const instantSchema = z.iso.datetime({
  offset: true,
  error: 'must be an instant such as 2026-01-31T09:30:00Z (in an address, + is %2B)',
  abort: true,
});

const MAX_ID = 2_147_483_647;

interface NumberRange {
  readonly minimum: number;
  readonly maximum?: number;
}

/**
 * A whole number taken from a path or query string: digits, nothing that only reads like them.
 * One that may be left out is given by `prefault`: a default would not be described.
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

/** A database identity taken from a path or query string. */
export const idParamSchema = wholeNumberParam({ minimum: 0, maximum: MAX_ID });

/** Accepts one value or a repeated query parameter. */
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

/** Text as it can be stored, in NFC: what is looked for in stored text. */
export const storableSchema = storable();

/** @param missing what to say when there is none */
function storable(missing?: string) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .refine((value) => !value.includes('\0'), 'must not contain NUL')
    .refine((value) => !/\p{Surrogate}/u.test(value), 'must not contain half a character')
    .transform((value) => value.normalize('NFC'));
}

/** U+2800 is a pattern of Braille without dots. */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

const visible = (schema: z.ZodString): z.ZodString =>
  schema.refine((value) => VISIBLE.test(value), 'must have a visible character');

const trim = (value: string): string => value.trim();

/**
 * A line or more of text as it is stored: NFC, without blanks around it, at most `max` characters
 * and one of them visible. NUL and lone surrogates cannot be stored and are refused.
 * @param missing what to say when there is none, such as 'Name is required'
 */
export function textSchema(max: number, missing?: string) {
  return storable(missing)
    .transform(trim)
    .pipe(
      visible(
        z
          .string()
          .min(1, { error: missing ?? 'must not be empty', abort: true })
          .max(max),
      ),
    );
}

/** Like `textSchema`, but nothing, null or blanks alone mean null. */
export function optionalTextSchema(max: number) {
  return storableSchema
    .transform(trim)
    .nullable()
    .transform((value) => (value === '' ? null : value))
    .pipe(z.string().max(max).nullable());
}

/** Like `optionalTextSchema`, for a name that users see: one of its characters is visible. */
export function optionalNameSchema(max: number) {
  return optionalTextSchema(max).pipe(visible(z.string()).nullable());
}

/** Like `optionalTextSchema`, for what is stored as empty text when there is none. */
export function emptiableTextSchema(max: number) {
  return optionalTextSchema(max)
    .transform((text) => text ?? '')
    .pipe(z.string().max(max));
}
