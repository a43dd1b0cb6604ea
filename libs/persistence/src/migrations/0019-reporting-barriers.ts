import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_VIEWS } from '../reporting/views.js';

/** The reporting views without UNION ALL, which let conditions of a query run on foreign rows. */
export class ReportingBarriers1790000000019 implements MigrationInterface {
  name = 'ReportingBarriers1790000000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_VIEWS);
  }

  /** The earlier views were unsafe; these stay. */
  async down(): Promise<void> {}
}
