import { checkSelect } from './check-select.js';
import { Inspection, TooComplex } from './inspection.js';
import { parse, type SyntaxError } from './parser.js';
import { firstCharacters, type QueryProblem, TextPositions } from './problem.js';
import { substitutePlaceholders, type Substitution } from './placeholder.js';
import { outermostScope, type Relations } from './scope.js';
import { isSteady } from './steadiness.js';
import { type Body, unwrap } from './tree.js';

const MOST_BYTES = 64 * 1024;
/** PostgreSQL's scanner takes minutes for 64 KB of operator characters in a row. */
const ENDLESS_OPERATOR = /[-~!@#^&|`?+*/%<>=]{300}/;

export type QueryCheck =
  | {
      ok: true;
      /**
       * What to run: as typed, each `{{ project_id }}` replaced by `$1::int4`. To be sent by
       * itself: it may end with a semicolon or a comment.
       */
      sql: string;
      /** Whether `$1` has to be bound. */
      usesProjectId: boolean;
      /** Whether it gives the same rows as long as the data is the same: see steadiness.ts. */
      isSteady: boolean;
    }
  | { ok: false; problems: QueryProblem[] };

/**
 * Whether a custom statistic’s SQL reads the given views with harmless means and does nothing else.
 * The second wall: the first is the role that runs it (docs/adr/0093). Never throws on account of
 * the text.
 * @param relations the columns of each view by its name
 * @param schema where the views stand
 */
export async function checkQuery(
  text: string,
  relations: Relations,
  schema = 'reporting',
): Promise<QueryCheck> {
  const positions = new TextPositions(text);
  const unreadable = checkText(text, positions);
  if (unreadable !== undefined) return { ok: false, problems: [unreadable] };

  const substitution = await substitutePlaceholders(text);
  const problems = substitution.wrong.map(({ message, offset }) =>
    positions.atByte(message, offset),
  );
  if (problems.length > 0) return refused(problems);
  const statement = await checkStatements(substitution, relations, schema, positions);
  if ('problems' in statement) return refused(statement.problems);
  return {
    ok: true,
    sql: substitution.sql,
    usesProjectId: substitution.offsets.size > 0,
    isSteady: isSteady(statement.query, relations),
  };
}

function refused(problems: readonly QueryProblem[]): QueryCheck {
  return { ok: false, problems: problems.toSorted((a, b) => a.position - b.position) };
}

/** What must not even reach the parser. */
function checkText(text: string, positions: TextPositions): QueryProblem | undefined {
  const nul = text.indexOf('\0');
  if (nul >= 0) return positions.at('The query contains a NUL character', nul);
  const half = text.search(/\p{Surrogate}/u);
  if (half >= 0) return positions.at('The query contains half a character', half);
  if (text.trim() === '') return positions.at('SQL query is required', 0);
  if (Buffer.byteLength(text) > MOST_BYTES) {
    return positions.at(`The query is longer than ${MOST_BYTES / 1024} KB`, text.length);
  }
  const run = text.search(ENDLESS_OPERATOR);
  return run < 0 ? undefined : positions.at('Too many operator characters in a row', run);
}

/** The one statement, when there is nothing wrong with it. */
async function checkStatements(
  { sql, offsets }: Substitution,
  relations: Relations,
  schema: string,
  positions: TextPositions,
): Promise<{ query: Body } | { problems: readonly QueryProblem[] }> {
  const only = (problem: QueryProblem) => ({ problems: [problem] });
  const result = await parse(sql);
  if (result.kind === 'crashed') return only(positions.at('The query is nested too deeply', 0));
  if (result.kind === 'wrong')
    return only(asProblem(ofPlaceholder(result.error, sql, offsets), positions));

  const [statement, second] = result.statements;
  if (statement === undefined) return only(positions.at('SQL query is required', 0));
  if (second !== undefined) {
    return only(positions.atByte('Only one statement is allowed', beginning(sql, second.start)));
  }
  const query = unwrap(statement.tree);
  const start = beginning(sql, statement.start);
  if (query?.type !== 'SelectStmt') {
    return only(positions.atByte('Only SELECT and WITH queries are allowed', start));
  }
  const inspection = new Inspection(relations, schema, offsets, checkSelect, start);
  try {
    checkSelect(query.body, outermostScope(), inspection);
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
  }
  if (inspection.problems.length === 0) return { query: query.body };
  return {
    problems: inspection.problems.map(({ message, offset }) => positions.atByte(message, offset)),
  };
}

function asProblem({ message, cursor }: SyntaxError, positions: TextPositions): QueryProblem {
  if (message.startsWith('memory exhausted')) {
    return positions.atCharacter('The query is nested too deeply', cursor);
  }
  const short = message.length > 160 ? `${message.slice(0, 160)}…` : message;
  return positions.atCharacter(
    short.replace(/^./, (letter) => letter.toUpperCase()),
    cursor,
  );
}

/** What is wrong with a `$1` of ours is wrong with the placeholder that begins before it. */
function ofPlaceholder(
  { message, cursor }: SyntaxError,
  sql: string,
  offsets: ReadonlySet<number>,
): SyntaxError {
  const offset = Buffer.byteLength(firstCharacters(sql, cursor));
  if (!offsets.has(offset)) return { message, cursor };
  return { message: message.replace('$1', '{{ project_id }}'), cursor: cursor - 1 };
}

/** A statement's text, as the parser tells it, begins right after the semicolon before. */
function beginning(sql: string, offset: number): number {
  const blanks = /^[ \t\r\n\f]*/.exec(Buffer.from(sql).toString('utf8', offset));
  return offset + (blanks?.[0].length ?? 0);
}
