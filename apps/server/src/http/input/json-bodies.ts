import { isUtf8 } from 'node:buffer';
import type { ProblemItem } from '@portal/contracts/problem';
import { exceededBound, type JsonBounds } from '@portal/domain/json-bounds';
import { jsonFlaws } from '@portal/domain/json-flaws';
import type { FastifyInstance } from 'fastify';
import { ProblemException } from '../../problems/problem.js';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const MAX_LITERAL = 40;
/** The deepest valid input is the metadata of a task: 64 levels and 64 KiB. */
const BOUNDS: JsonBounds = { levels: 100, values: 50_000, numberLength: 1_000 };
const EXCESS: Readonly<Record<keyof JsonBounds, string>> = {
  levels: `is nested deeper than ${BOUNDS.levels} levels`,
  values: `has more than ${BOUNDS.values} values`,
  numberLength: `has a number of more than ${BOUNDS.numberLength} characters`,
};

/**
 * Parses bodies of type `application/json` and refuses JSON that would lose information. An empty
 * body counts as no body: many clients send a content type without a body, and a route that needs a
 * body refuses it itself.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  // Nothing merges parsed bodies, so only `__proto__` is a dangerous key.
  const parse = server.getDefaultJsonParser('error', 'ignore');
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined);
      const refusal = encodingProblem(request.headers['content-type'] ?? '', body);
      if (refusal) return done(refusal);
      const text = body.toString('utf8');
      const exceeded = exceededBound(text, BOUNDS);
      if (exceeded) return done(invalidBody([{ pointer: '', detail: EXCESS[exceeded] }]));
      void parse(request, text, (error, value?: unknown) => {
        if (error) return done(isJson(text) ? invalidBody([RESERVED_KEY]) : error);
        const errors = flawProblems(text);
        if (errors.length === 0) return done(null, value);
        done(invalidBody(errors));
      });
    },
  );
}

function encodingProblem(contentType: string, body: Buffer): ProblemException | null {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') {
    return new ProblemException('unsupported-media-type', 'JSON must be sent in UTF-8');
  }
  return isUtf8(body)
    ? null
    : new ProblemException('malformed-json', 'The body is not valid UTF-8');
}

const RESERVED_KEY: ProblemItem = {
  pointer: '',
  detail: 'has a key __proto__, which cannot be stored',
};

function invalidBody(errors: readonly ProblemItem[]): ProblemException {
  return new ProblemException('invalid-input', 'The body is not valid', [...errors]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A problem for each number that would lose digits and for each repeated key. */
function flawProblems(json: string): ProblemItem[] {
  return jsonFlaws(json).map((flaw) => ({
    pointer: flaw.pointer,
    detail:
      flaw.kind === 'repeated-key'
        ? 'is repeated; give each key once'
        : inexact(flaw.literal, flaw.pointer),
  }));
}

/** Below the fields of a body the sender chooses the structure, so a string is accepted there. */
function inexact(literal: string, pointer: string): string {
  const isField = pointer.lastIndexOf('/') <= 0;
  const way = isField ? '' : '; send it as a string';
  return `${shortened(literal)} cannot be stored exactly as a number${way}`;
}

function shortened(literal: string): string {
  return literal.length > MAX_LITERAL ? `${literal.slice(0, MAX_LITERAL)}…` : literal;
}
