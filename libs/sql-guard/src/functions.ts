import { words } from './words.js';

/** The allowed functions, by purpose; all are in pg_catalog. */
export const FUNCTIONS = {
  aggregates: words(`
    count sum avg min max string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg
    json_agg_strict jsonb_agg_strict json_object_agg_strict jsonb_object_agg_strict
    json_object_agg_unique jsonb_object_agg_unique json_object_agg_unique_strict
    jsonb_object_agg_unique_strict bool_and bool_or every bit_and bit_or bit_xor any_value
    range_agg range_intersect_agg percentile_cont percentile_disc mode corr covar_pop covar_samp
    regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
    stddev stddev_pop stddev_samp variance var_pop var_samp`),
  windows: words(`
    row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value
    nth_value`),
  math: words(`
    abs ceil ceiling floor round trunc sign sqrt cbrt exp ln log log10 power pow mod div gcd lcm
    factorial degrees radians pi sin cos tan cot asin acos atan atan2 sinh cosh tanh asinh acosh
    atanh sind cosd tand cotd asind acosd atand atan2d random width_bucket scale min_scale
    trim_scale erf erfc`),
  text: words(`
    length char_length character_length octet_length bit_length lower upper initcap concat
    concat_ws format substring substr left right position strpos replace translate overlay repeat
    reverse lpad rpad ltrim rtrim btrim split_part string_to_array string_to_table
    array_to_string starts_with ascii chr quote_literal quote_nullable quote_ident md5 sha224 sha256
    sha384 sha512 encode decode convert_to convert_from to_hex to_bin to_oct normalize
    is_normalized like like_escape notlike casefold unistr`),
  patterns: words(`
    regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace
    regexp_split_to_array regexp_split_to_table regexp_substr similar_to_escape`),
  formatting: words(`to_char to_date to_number to_timestamp`),
  dates: words(`
    now clock_timestamp statement_timestamp transaction_timestamp timeofday age date_part
    extract date_trunc date_bin date_add date_subtract isfinite justify_days justify_hours
    justify_interval make_date make_interval make_time make_timestamp make_timestamptz timezone
    overlaps generate_series`),
  json: words(`
    to_json to_jsonb row_to_json array_to_json json_build_array jsonb_build_array
    json_build_object jsonb_build_object json_object jsonb_object json_array_elements
    jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_array_length
    jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text json_extract_path
    jsonb_extract_path json_extract_path_text jsonb_extract_path_text json_object_keys
    jsonb_object_keys json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset
    json_typeof jsonb_typeof json_strip_nulls jsonb_strip_nulls jsonb_set jsonb_set_lax
    jsonb_insert jsonb_pretty jsonb_path_exists jsonb_path_exists_tz jsonb_path_match
    jsonb_path_match_tz jsonb_path_query jsonb_path_query_tz jsonb_path_query_array
    jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz`),
  arrays: words(`
    array_append array_cat array_dims array_length array_lower array_ndims array_position
    array_positions array_prepend array_remove array_replace array_reverse array_sample
    array_shuffle array_sort array_upper cardinality trim_array unnest generate_subscripts`),
  ranges: words(`
    int4range int8range numrange tsrange tstzrange daterange int4multirange int8multirange
    nummultirange tsmultirange tstzmultirange datemultirange isempty lower_inc lower_inf upper_inc
    upper_inf range_merge multirange`),
  conditions: words(`num_nulls num_nonnulls`),
  casts: words(`int2 int4 int8 float4 float8 numeric text date time timestamp timestamptz interval
    bool varchar bpchar`),
} as const satisfies Record<string, readonly string[]>;

const ALL: ReadonlySet<string> = new Set(Object.values(FUNCTIONS).flat());

export function isFunctionAvailable(name: string): boolean {
  return ALL.has(name);
}

export function functionNames(): Iterable<string> {
  return ALL;
}

/** The columns of functions that return several, or one with a different name. */
const COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([
  ...words('json_each jsonb_each json_each_text jsonb_each_text').map(
    (name): [string, string[]] => [name, ['key', 'value']],
  ),
  ...words(`json_array_elements jsonb_array_elements json_array_elements_text
    jsonb_array_elements_text`).map((name): [string, string[]] => [name, ['value']]),
]);

/** Undefined: one column with the name of the function or its alias. */
export function columnsOfFunction(name: string): readonly string[] | undefined {
  return COLUMNS.get(name);
}

/** Equivalents for functions of other databases. */
const SUBSTITUTES: ReadonlyMap<string, string> = new Map([
  ['ifnull', 'coalesce'],
  ['isnull', 'coalesce'],
  ['nvl', 'coalesce'],
  ['iif', 'CASE WHEN … THEN … ELSE … END'],
  ['if', 'CASE WHEN … THEN … ELSE … END'],
  ['group_concat', 'string_agg'],
  ['listagg', 'string_agg'],
  ['len', 'length'],
  ['getdate', 'now'],
  ['sysdate', 'now'],
  ['curdate', 'CURRENT_DATE'],
  ['dateadd', 'a date + an interval'],
  ['datediff', 'one date - the other'],
  ['date_format', 'to_char'],
  ['charindex', 'strpos'],
  ['instr', 'strpos'],
  ['ucase', 'upper'],
  ['lcase', 'lower'],
  ['median', 'percentile_cont(0.5) WITHIN GROUP (ORDER BY …)'],
  ['countif', 'count(*) FILTER (WHERE …)'],
  ['rand', 'random'],
]);

export function substituteFor(name: string): string | undefined {
  return SUBSTITUTES.get(name);
}
