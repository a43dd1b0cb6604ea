import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** Why tasks of a project are sent back. */
@Entity({ schema: 'core', name: 'review_reason' })
export class ReviewReason {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer', name: 'project_id' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: '' })
  meaning!: string;

  @Column({ type: 'integer', default: 0 })
  position!: number;

  @Column({ type: 'boolean', name: 'is_archived', default: false })
  isArchived!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;
}
