import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { ITEM_RULES } from '@portal/domain/item-rules';
import { decideAboutAccount } from '@portal/domain/users';
import type { Transaction } from '@portal/persistence/db';
import { grantsOfUser } from '@portal/persistence/roles/role-permissions';
import { z } from 'zod';
import { forbidden, requireItem } from '../../lists/shared/refusals.js';
import { protectUser } from '../../identity/granting/refuse-beyond.js';
import type { RowUndo } from './audited-table.js';

/** The fields of an account; the other fields are the profile. */
const ACCOUNT_FIELDS = ['email', 'name', 'picture', 'is_active'] as const;

/** The columns that `admitUser` reads. */
export const USER_COLUMNS: readonly string[] = ['id', ...ACCOUNT_FIELDS];

/**
 * A profile is set back by the user or by callers who manage the user, an account by callers who
 * manage all users.
 * @throws {ProblemException} `forbidden`, `conflict`
 */
export async function admitUser(
  tx: Transaction,
  caller: Caller,
  { current, restored }: RowUndo,
): Promise<void> {
  if (current && restored && ACCOUNT_FIELDS.every((name) => current[name] === restored[name])) {
    await requireProfile(tx, caller, z.number().parse(current['id']));
    return;
  }
  requireItem(caller, ITEM_RULES.users, ALL_PROJECTS_ID);
  if (!current) return;
  if (!restored) await protectUser(tx, caller, current, null);
  else if (current['is_active'] !== restored['is_active']) {
    await protectUser(tx, caller, current, restored);
  }
}

async function requireProfile(tx: Transaction, caller: Caller, userId: number): Promise<void> {
  const grants = await grantsOfUser(tx, userId);
  if (decideAboutAccount(caller, { userId, grants }) !== 'granted') throw forbidden();
}
