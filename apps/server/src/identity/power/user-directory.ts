import { Injectable } from '@nestjs/common';
import { projectAuthSchema } from '@portal/contracts/auth';
import type { AccessDecision } from '@portal/domain/access';
import type { Caller } from '@portal/domain/caller';
import { decideAboutAccount, maySeeUser, type User } from '@portal/domain/users';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';

const rowSchema = z.object({
  id: z.number(),
  email: z.string(),
  is_active: z.boolean(),
  grants: z.array(projectAuthSchema),
});

export interface KnownUser extends User {
  readonly email: string;
  readonly isActive: boolean;
}

/** Finds users by the access of the caller. */
@Injectable()
export class UserDirectory {
  constructor(private readonly reads: Reads) {}

  /** @throws {ProblemException} `not-found` for an unknown user or one hidden from the caller */
  visibleTo(caller: Caller, userId: number): Promise<KnownUser> {
    const decide = (user: User) => (maySeeUser(caller, user) ? 'granted' : 'hidden');
    return this.reach(userId, decide);
  }

  /**
   * A user whose account the caller may change.
   * @throws {ProblemException} `not-found` or `forbidden`
   */
  managedBy(caller: Caller, userId: number): Promise<KnownUser> {
    return this.reach(userId, (user) => decideAboutAccount(caller, user));
  }

  /** The user with this email. No permission is checked, so show nothing but the email. */
  async byEmail(email: string): Promise<KnownUser | undefined> {
    return this.read(sql`${selectUser} WHERE app_user.email = $1`, email);
  }

  private async reach(userId: number, decide: (user: User) => AccessDecision): Promise<KnownUser> {
    const user = await this.find(userId);
    const decision = user ? decide(user) : 'hidden';
    if (decision === 'forbidden') {
      throw new ProblemException('forbidden', 'You do not manage this user');
    }
    if (!user || decision === 'hidden') {
      throw new ProblemException('not-found', 'There is no such user');
    }
    return user;
  }

  private find(userId: number): Promise<KnownUser | undefined> {
    return this.read(sql`${selectUser} WHERE app_user.id = $1`, userId);
  }

  private async read(text: string, key: number | string): Promise<KnownUser | undefined> {
    const rows: unknown = await this.reads.prepared.query(text, [key]);
    const [row] = z.array(rowSchema).parse(rows);
    return row && { userId: row.id, email: row.email, isActive: row.is_active, grants: row.grants };
  }
}

const selectUser = sql`
SELECT app_user.id, app_user.email, app_user.is_active, (
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'project_id', held.project_id,
      'project_name', project.name,
      'permissions', held.permissions)), '[]')
  FROM core.user_grant AS held
  JOIN core.project ON project.id = held.project_id
  WHERE held.user_id = app_user.id) AS grants
FROM core.app_user`;
