import { ACCENTS, PLAIN_LETTERS } from '@portal/domain/search-text';
import { sql } from '../sql.js';

const withoutAccents = `lower(regexp_replace(normalize(value, NFKD), '${ACCENTS}', '', 'g'))`;
const folded = Object.entries(PLAIN_LETTERS).reduce(
  (text, [letter, plain]) => `replace(${text}, '${letter}', '${plain}')`,
  withoutAccents,
);

/** A text as searches compare it, as `searchText` of libs/domain does. Most texts are ASCII, and need no more. */
export const searchText = sql`
CREATE FUNCTION core.search_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value) ELSE ${folded} END
$$;
`;
