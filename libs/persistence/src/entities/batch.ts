import type { BATCH_STATUSES } from '@portal/contracts/constants';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A batch of a project; the labeling tool assigns its id, which is unique in the project. */
@Entity({ schema: 'core', name: 'batch' })
export class Batch {
  @PrimaryColumn({ type: 'integer', name: 'project_id' })
  projectId!: number;

  @PrimaryColumn({ type: 'bigint', name: 'turing_batch_id' })
  turingBatchId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: 'ongoing' })
  status!: (typeof BATCH_STATUSES)[number];

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
