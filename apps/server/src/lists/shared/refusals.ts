import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { ProblemItem } from '@portal/contracts/problem';
import type { Caller } from '@portal/domain/caller';
import { mayChangeItem, type ItemRule } from '@portal/domain/item-rules';
import type { Transaction } from '@portal/persistence/db';
import { z } from 'zod';
import { invalidUrl } from '../../problems/invalid-url.js';
import { ProblemException } from '../../problems/problem.js';
import type { Row } from '../../db/row.js';
import type { ListMetadata } from '../declare/list-metadata.js';

const keySchema = z
  .string()
  .regex(/^(0|[1-9]\d*)$/)
  .transform(Number)
  .pipe(z.number().max(Number.MAX_SAFE_INTEGER));

/** Whether the text in a path is a key, not a name. */
export function isKey(text: string): boolean {
  return keySchema.safeParse(text).success;
}

/** Parses the key in a path, of a table whose key has one column. @throws {ProblemException} `invalid-input` */
export function keyIn(table: ListMetadata, text: string): number {
  return keysIn(table, text)[0] ?? NaN;
}

/** Parses the key in a path: the values of its columns, with commas. @throws {ProblemException} `invalid-input` */
export function keysIn({ keys }: ListMetadata, text: string): number[] {
  const values = z.array(keySchema).length(keys.length).safeParse(text.split(','));
  if (values.success) return values.data;
  const detail = keys.length === 1 ? 'must be an id' : 'must be ids, separated by a comma';
  throw invalidUrl([{ pointer: keys.map(({ name }) => name).join(','), detail }], 'path');
}

export function unknownItem(table: ListMetadata): ProblemException {
  return new ProblemException(
    'not-found',
    `There is no such ${table.declared.label.toLowerCase()}`,
  );
}

export function invalidBody(errors: readonly ProblemItem[]): ProblemException {
  return new ProblemException('invalid-input', 'The body is not valid', errors);
}

/**
 * @param field the field of the body that names the project
 * @throws {ProblemException} `forbidden` if the caller may not change records of the project
 */
export function requireItem(
  caller: Caller,
  rule: ItemRule,
  project: number | null,
  field?: string,
): void {
  if (!mayChangeItem(caller, rule, project)) throw forbidden(field);
}

/**
 * The project of a row as it is given; null if there is none.
 * @param lock of the row of another table that has the project
 */
export async function projectOf(
  tx: Transaction,
  { project }: ListMetadata,
  row: Row | null,
  lock: 'FOR SHARE' | '' = '',
): Promise<number | null> {
  if (!project) return ALL_PROJECTS_ID;
  const named = row?.[project.column];
  if (!project.lookUp) return projectSchema.parse(named) ?? null;
  const [scope] = await tx.query<{ project: number | null }>(`${project.lookUp} ${lock}`, [named]);
  return scope?.project ?? null;
}

const projectSchema = z.number().int().nullish();

/** @param field the field of the body with the forbidden project */
export function forbidden(field?: string): ProblemException {
  return new ProblemException(
    'forbidden',
    'You do not have the permission for this',
    field === undefined
      ? undefined
      : [{ pointer: `/${field}`, detail: 'is a project in which you do not have the permission' }],
  );
}
