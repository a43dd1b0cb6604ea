import type { CrudItem } from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { changedValues } from '../../db/changed-values.js';
import { invalidBody } from '../shared/refusals.js';
import type { ResourceMetadata } from '../declare/resource-metadata.js';
import type { Row } from '../declare/resource.js';

/**
 * The values that a change of a locked item stores: the given ones that differ, and derived ones.
 * Empty if nothing differs. The project of the new values is checked before, by
 * `refuseForeignTarget`.
 * @param now the time of the change, the same for all items of a request: their values stay equal
 * @throws {ProblemException} `forbidden`, `invalid-input`, `conflict`, by the rules of the resource
 */
export async function admitChange(
  tx: Transaction,
  table: ResourceMetadata,
  caller: Caller,
  stored: CrudItem,
  values: Row,
  now = new Date().toISOString(),
): Promise<Row> {
  const { rules } = table.resource;
  const amended = rules?.amend?.(values, stored, now) ?? values;
  await rules?.admit?.(caller, amended, stored, tx);
  refuseWrong(table, { ...stored, ...amended });
  const changed = changedValues(amended, stored);
  if (Object.keys(changed).length > 0) await rules?.protect?.(tx, caller, stored, changed);
  return changed;
}

/** @throws {ProblemException} `forbidden`, `conflict`, by the rules of the resource */
export async function admitDeletion(
  tx: Transaction,
  table: ResourceMetadata,
  caller: Caller,
  stored: CrudItem,
): Promise<void> {
  const { rules } = table.resource;
  rules?.beforeDelete?.(stored);
  await rules?.protect?.(tx, caller, stored, null);
}

/** @throws {ProblemException} `invalid-input`, with each field */
export function refuseWrong(table: ResourceMetadata, item: Row): void {
  const problems = table.resource.rules?.check?.(item) ?? [];
  if (problems.length > 0) throw invalidBody(problems);
}
