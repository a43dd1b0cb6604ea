import { MAX_QUERY_BYTES, MAX_QUERY_TOKENS } from '@portal/contracts/constants';
import { checkSelect } from './check-select.js';
import type { Relations } from './columns.js';
import { Inspection, TooComplex } from './inspection.js';
import { readOddCharacters } from './odd-characters.js';
import { parse, type SyntaxError } from './parser.js';
import { type QueryProblem, shortened, TextPositions } from './problem.js';
import { substitutePlaceholders, type Substitution } from './placeholder.js';
import { written } from './placeholders.js';
import type { CheckResult } from './check-result.js';
import { outermostScope } from './scope.js';
import { isDeterministic } from './determinism.js';
import { type Body, unwrap } from './tree.js';

/** PostgreSQL's scanner takes minutes for 64 KB of consecutive operator characters. */
const LONGEST_OPERATOR = 300;
const OPERATORS = /[-~!@#^&|`?+*/%<>=]+/g;
/** At least as many as the tokens of PostgreSQL's scanner; counted much faster. */
const TOKENS = /[\w$\u0080-\u{10FFFF}]+|[^\s\w$\u0080-\u{10FFFF}]/gu;
/** Each placeholder takes the scanner one or two microseconds. */
const MOST_PLACEHOLDERS = 1000;

/**
 * Checks that the SQL of a custom statistic only reads the given views, with functions on the allow
 * list. It is the second barrier; the first is the role that runs the query (docs/adr/0093).
 * @param relations the columns of each view by its name
 * @param schema schema of the views
 * @throws {ParserCrash} if the text is too large or too deeply nested for the parser
 */
export function checkQuery(query: string, relations: Relations, schema = 'reporting'): CheckResult {
  const { text, wrong } = readOddCharacters(query);
  // Each blank has one UTF-16 unit, as the character that it stands for.
  const positions = new TextPositions(text);
  const unreadable = checkText(text, positions);
  if (unreadable !== undefined) return { ok: false, problems: [unreadable] };
  if (wrong.length > 0) {
    const places = new TextPositions(query);
    return refused(wrong.map(({ message, offset }) => places.at(message, offset)));
  }

  const substitution = substitutePlaceholders(text);
  const problems = substitution.wrong.map(({ message, offset }) =>
    positions.atByte(message, offset),
  );
  if (problems.length > 0) return refused(problems);
  const statement = checkStatements(substitution, relations, schema, positions);
  if ('problems' in statement) return refused(statement.problems);
  return {
    ok: true,
    sql: substitution.sql,
    placeholders: [...substitution.names],
    isDeterministic: isDeterministic(statement.query, relations),
  };
}

function refused(problems: readonly QueryProblem[]): CheckResult {
  return { ok: false, problems: problems.toSorted((a, b) => a.position - b.position) };
}

/** Checks that must run before the parser. */
function checkText(text: string, positions: TextPositions): QueryProblem | undefined {
  const nul = text.indexOf('\0');
  if (nul >= 0) return positions.at('The query contains a NUL character', nul);
  const half = text.search(/\p{Surrogate}/u);
  if (half >= 0) return positions.at('The query contains a lone surrogate', half);
  if (text.trim() === '') return positions.at('SQL query is required', 0);
  if (Buffer.byteLength(text) > MAX_QUERY_BYTES) {
    return positions.at(`The query is longer than ${MAX_QUERY_BYTES / 1024} KB`, text.length);
  }
  for (const { 0: run, index } of text.matchAll(OPERATORS)) {
    if (run.length < LONGEST_OPERATOR) continue;
    return positions.at('Too many operator characters in a row', index);
  }
  const token = nthToken(text, MAX_QUERY_TOKENS + 1);
  if (token !== undefined) {
    const most = MAX_QUERY_TOKENS.toLocaleString('en');
    return positions.at(`A query has at most ${most} words and signs`, token);
  }
  const placeholder = nth(text, '{{', MOST_PLACEHOLDERS + 1);
  if (placeholder === undefined) return undefined;
  const most = MOST_PLACEHOLDERS.toLocaleString('en');
  return positions.at(`A query has at most ${most} placeholders`, placeholder);
}

/** Offset of the `count`th token. */
function nthToken(text: string, count: number): number | undefined {
  let found = 0;
  for (const { index } of text.matchAll(TOKENS)) {
    found += 1;
    if (found === count) return index;
  }
  return undefined;
}

/** Offset of the `count`th occurrence of `part`. */
function nth(text: string, part: string, count: number): number | undefined {
  let index = -part.length;
  for (let found = 0; found < count; found += 1) {
    index = text.indexOf(part, index + part.length);
    if (index < 0) return undefined;
  }
  return index;
}

/** The only statement, if the text has no problem. */
function checkStatements(
  { sql, bound }: Substitution,
  relations: Relations,
  schema: string,
  positions: TextPositions,
): { query: Body } | { problems: readonly QueryProblem[] } {
  const only = (problem: QueryProblem) => ({ problems: [problem] });
  const result = parse(sql);
  if (result.kind === 'wrong')
    return only(asProblem(ofPlaceholder(result.error, sql, bound), positions));

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
  const inspection = new Inspection(relations, schema, bound, checkSelect, start);
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
  return positions.atCharacter(
    shortened(message, 160).replace(/^./, (letter) => letter.toUpperCase()),
    cursor,
  );
}

/** A problem at one of our parameters belongs to the placeholder that starts before it. */
function ofPlaceholder(
  { message, cursor }: SyntaxError,
  sql: string,
  bound: Substitution['bound'],
): SyntaxError {
  const offset = Buffer.byteLength(Array.from(sql).slice(0, cursor).join(''));
  const name = bound.get(offset);
  if (name === undefined) return { message, cursor };
  return { message: message.replace(/\$\d/, () => written(name)), cursor: cursor - 1 };
}

/** The parser reports that a statement starts right after the previous semicolon. */
function beginning(sql: string, offset: number): number {
  const blanks = /^[ \t\r\n\f]*/.exec(Buffer.from(sql).toString('utf8', offset));
  return offset + (blanks?.[0].length ?? 0);
}
