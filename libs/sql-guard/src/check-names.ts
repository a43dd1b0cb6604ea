import { functionNames, isFunctionAvailable, substituteFor } from './functions.js';
import type { Inspection } from './inspection.js';
import { nearest } from './nearest.js';
import {
  type Body,
  constantNumber,
  constantText,
  listOf,
  namesOf,
  textOf,
  unwrap,
} from './tree.js';
import { CLOCKS, COLLATIONS, OPERATORS, TYPES } from './types.js';

const SYSTEM = 'pg_catalog';
const MOST_SERIES_ROWS = 100_000;
const MOST_CHARACTERS = 1_000_000;
const LONGEST_PATTERN = 1000;

const available = {
  types: new Set(TYPES),
  operators: new Set(OPERATORS),
  collations: new Set(COLLATIONS),
  clocks: new Set(CLOCKS),
};

/** `f` and `pg_catalog.f` are the same function; every other schema is refused. */
function systemName(names: readonly string[]): string | undefined {
  if (names.length === 1) return names[0];
  return names.length === 2 && names[0] === SYSTEM ? names[1] : undefined;
}

export function checkFunction(call: Body, inspection: Inspection): void {
  const names = namesOf(call, 'funcname');
  const name = systemName(names);
  if (name === undefined || !isFunctionAvailable(name)) {
    // `system_user` and similar keywords are calls without parentheses.
    const isSyntax = textOf(call, 'funcformat') === 'COERCE_SQL_SYNTAX';
    const written = isSyntax ? (names.at(-1) ?? '') : names.join('.');
    const last = names.at(-1) ?? '';
    const better = isFunctionAvailable(last)
      ? last
      : (substituteFor(last) ?? nearest(last, functionNames()));
    const hint = better === undefined ? '' : `; use ${better}`;
    inspection.refuse(`The function ${written} is not available${hint}`);
    return;
  }
  checkExtent(name, listOf(call, 'args'), inspection);
}

/** Limits the size of a result as far as constants determine it; the time limit covers the rest. */
function checkExtent(name: string, args: readonly unknown[], inspection: Inspection): void {
  if (name === 'generate_series') {
    const [start, stop, step = 1] = args.map(constantNumber);
    if (start === undefined || stop === undefined || step === 0) return;
    if (args.length === 3 && constantNumber(args[2]) === undefined) return;
    if ((stop - start) / step >= MOST_SERIES_ROWS) {
      inspection.refuse(
        `generate_series returns at most ${MOST_SERIES_ROWS.toLocaleString('en')} rows`,
      );
    }
  }
  if (['repeat', 'lpad', 'rpad'].includes(name)) {
    if (leastLength(name, args) > MOST_CHARACTERS) {
      const most = MOST_CHARACTERS.toLocaleString('en');
      inspection.refuse(`${name} returns at most ${most} characters`);
    }
  }
  if (name.startsWith('regexp_')) checkPattern(args[1], inspection);
}

/** Minimum length of the result of nested repetitions. */
function leastLength(name: string, args: readonly unknown[]): number {
  const count = constantNumber(args[1]) ?? 1;
  if (name !== 'repeat') return count;
  const inner = unwrap(args[0]);
  if (inner?.type !== 'FuncCall') return count;
  const called = systemName(namesOf(inner.body, 'funcname')) ?? '';
  const isLong = ['repeat', 'lpad', 'rpad'].includes(called);
  return isLong ? count * leastLength(called, listOf(inner.body, 'args')) : count;
}

function checkPattern(pattern: unknown, inspection: Inspection): void {
  if ((constantText(pattern) ?? '').length <= LONGEST_PATTERN) return;
  const most = LONGEST_PATTERN.toLocaleString('en');
  inspection.refuse(`A pattern has at most ${most} characters`);
}

/** @param key the field with the name of the operator */
export function checkOperator(body: Body, key: string, inspection: Inspection): void {
  const names = namesOf(body, key);
  if (names.length === 0) return;
  const name = systemName(names);
  if (name === undefined || !available.operators.has(name)) {
    inspection.refuse(`The operator ${names.join('.')} is not available`);
    return;
  }
  if (/^!?~\*?$/.test(name)) checkPattern(body['rexpr'], inspection);
}

export function checkType(body: Body, inspection: Inspection): void {
  const names = namesOf(body, 'names');
  const name = systemName(names);
  if (name !== undefined && available.types.has(name)) return;
  const written = names.join('.');
  const better = nearest(names.at(-1) ?? '', TYPES);
  const hint = better === undefined ? '' : `; use ${better}`;
  inspection.refuse(`The type ${written} is not available${hint}`);
}

export function checkCollation(body: Body, inspection: Inspection): void {
  const names = namesOf(body, 'collname');
  const name = systemName(names);
  if (name !== undefined && available.collations.has(name)) return;
  inspection.refuse(`The collation ${names.join('.')} is not available; use "C"`);
}

export function checkValueFunction(body: Body, inspection: Inspection): void {
  const op = textOf(body, 'op');
  if (available.clocks.has(op)) return;
  const name = op.replace('SVFOP_', '').toLowerCase();
  inspection.refuse(`${name} is not available: a query does not see who runs it`);
}
