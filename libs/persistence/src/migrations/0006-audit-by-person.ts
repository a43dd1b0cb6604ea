import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Finds somebody's changes, newest first, by the address that stays when the person is gone. */
export class AuditByPerson1790000000006 implements MigrationInterface {
  name = 'AuditByPerson1790000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      sql`CREATE INDEX audit_person ON core.audit (actor_email, at DESC, id DESC)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP INDEX core.audit_person`);
  }
}
