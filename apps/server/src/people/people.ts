import { Injectable } from '@nestjs/common';
import { projectAuthSchema } from '@portal/contracts/auth';
import type { AccessDecision } from '@portal/domain/access';
import type { Caller } from '@portal/domain/caller';
import { decideAboutAccount, maySeePerson, type Person } from '@portal/domain/people';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { ProblemException } from '../problems/problem.js';

const rowSchema = z.object({
  id: z.number(),
  email: z.string(),
  is_active: z.boolean(),
  grants: z.array(projectAuthSchema),
});

export interface KnownPerson extends Person {
  readonly email: string;
  readonly isActive: boolean;
}

/** The people whom requests are about, as far as their callers reach them. */
@Injectable()
export class People {
  constructor(private readonly reads: PreparedReads) {}

  /**
   * @throws {ProblemException} `not-found` for who is not there or out of the caller's sight
   */
  seenBy(caller: Caller, userId: number): Promise<KnownPerson> {
    const decide = (person: Person) => (maySeePerson(caller, person) ? 'granted' : 'hidden');
    return this.reach(userId, decide);
  }

  /**
   * Whose account the caller may change.
   * @throws {ProblemException} `not-found` or `forbidden`
   */
  managedBy(caller: Caller, userId: number): Promise<KnownPerson> {
    return this.reach(userId, (person) => decideAboutAccount(caller, person));
  }

  /** The user with that email. No permission is checked, so show nothing but the email. */
  async byEmail(email: string): Promise<KnownPerson | undefined> {
    return this.read(sql`${selectPerson} WHERE person.email = $1`, email);
  }

  private async reach(
    userId: number,
    decide: (person: Person) => AccessDecision,
  ): Promise<KnownPerson> {
    const person = await this.find(userId);
    const decision = person ? decide(person) : 'hidden';
    if (decision === 'forbidden') {
      throw new ProblemException('forbidden', 'You do not manage this person');
    }
    if (!person || decision === 'hidden') {
      throw new ProblemException('not-found', 'There is no such person');
    }
    return person;
  }

  private find(userId: number): Promise<KnownPerson | undefined> {
    return this.read(sql`${selectPerson} WHERE person.id = $1`, userId);
  }

  private async read(text: string, key: number | string): Promise<KnownPerson | undefined> {
    const rows: unknown = await this.reads.query(text, [key]);
    const [row] = z.array(rowSchema).parse(rows);
    return row && { userId: row.id, email: row.email, isActive: row.is_active, grants: row.grants };
  }
}

const selectPerson = sql`
SELECT person.id, person.email, person.is_active, (
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'project_id', held.project_id,
      'project_name', project.name,
      'permissions', held.permissions)), '[]')
  FROM core.user_grant AS held
  JOIN core.project ON project.id = held.project_id
  WHERE held.user_id = person.id) AS grants
FROM core.app_user AS person`;
