import { words } from './words.js';

/** The types of permitted casts by internal name, and arrays of them. */
export const TYPES: readonly string[] = words(`
  bool int2 int4 int8 numeric float4 float8 money text varchar bpchar char bytea bit varbit uuid
  date time timetz timestamp timestamptz interval json jsonb jsonpath
  int4range int8range numrange tsrange tstzrange daterange
  int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange`);

/** Collations that are the same on every machine. */
export const COLLATIONS: readonly string[] = words(`
  C POSIX default ucs_basic unicode und-x-icu en-x-icu en-US-x-icu pg_c_utf8 pg_unicode_fast`);

/** Permitted operators of pg_catalog, and the parse tree's names for BETWEEN. */
export const OPERATORS: readonly string[] = [
  ...words(`
    + - * / % ^ |/ ||/ @ & | # ~ << >> = <> < > <= >= || ~~ ~~* !~~ !~~* ~* !~ !~* ^@
    -> ->> #> #>> #- @> <@ ? ?| ?& @? @@ && -|- &< &>`),
  ...['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'],
];

/** CURRENT_DATE and similar keywords; without those that return the user or the catalog. */
export const CLOCKS: readonly string[] = words(`
  SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP
  SVFOP_CURRENT_TIMESTAMP_N SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP
  SVFOP_LOCALTIMESTAMP_N`);
