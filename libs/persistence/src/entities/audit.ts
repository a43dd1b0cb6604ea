import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An audit record: a change and its author. */
@Entity({ schema: 'core', name: 'audit' })
export class Audit {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  @Column({ type: 'integer', name: 'actor_id', nullable: true })
  actorId!: number | null;

  @Column({ type: 'text', name: 'actor_email', nullable: true })
  actorEmail!: string | null;

  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text' })
  entity!: string;

  @Column({ type: 'text', name: 'entity_id' })
  entityId!: string;

  @Column({ type: 'integer', name: 'project_id', nullable: true })
  projectId!: number | null;

  @Column({ type: 'jsonb', nullable: true })
  before!: unknown;

  @Column({ type: 'jsonb', nullable: true })
  after!: unknown;

  @Column({ type: 'text', name: 'request_id', nullable: true })
  requestId!: string | null;

  /** The id of the first record of the transaction. */
  @Column({ type: 'bigint', name: 'group_id' })
  groupId!: number;

  /** The group that this change undoes. */
  @Column({ type: 'bigint', nullable: true })
  undoes!: number | null;
}
