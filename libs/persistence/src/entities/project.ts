import type { PROJECT_STATUSES, PROJECT_TYPES } from '@portal/contracts/constants';
import type { ImportRules } from '@portal/contracts/import-rules';
import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A project; project 0 stands for all projects. */
@Entity({ schema: 'core', name: 'project' })
export class Project {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'bigint', name: 'turing_project_id', nullable: true })
  turingProjectId!: number | null;

  @Column({ type: 'text', default: 'unstarted' })
  status!: (typeof PROJECT_STATUSES)[number];

  @Column({ type: 'text', name: 'project_type', default: 'other' })
  projectType!: (typeof PROJECT_TYPES)[number];

  @Column({ type: 'text', nullable: true })
  client!: string | null;

  @Column({ type: 'text', name: 'labeling_tool_base_path', nullable: true })
  labelingToolBasePath!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;

  @Column({ type: 'jsonb', name: 'import_rules', nullable: true })
  importRules!: ImportRules | null;

  @Column({ type: 'timestamptz', name: 'archived_at', nullable: true })
  archivedAt!: Date | null;

  @Column({ type: 'boolean', name: 'is_sample', nullable: true })
  isSample!: boolean | null;

  @Column({ type: 'integer', name: 'claims_per_reviewer', default: 3 })
  claimsPerReviewer!: number;

  @Column({ type: 'integer', name: 'rounds_until_stuck', default: 3 })
  roundsUntilStuck!: number;
}
