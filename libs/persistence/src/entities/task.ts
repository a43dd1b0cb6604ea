import type { VALIDATION_STATUSES } from '@portal/contracts/constants';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A task; the key is the labeling tool's. */
@Entity({ schema: 'core', name: 'task' })
export class Task {
  @PrimaryColumn({ type: 'bigint', name: 'turing_task_id' })
  turingTaskId!: number;

  @Column({ type: 'integer', name: 'project_id' })
  projectId!: number;

  @Column({ type: 'bigint', name: 'turing_batch_id' })
  turingBatchId!: number;

  @Column({ type: 'text', name: 'user_email', nullable: true })
  userEmail!: string | null;

  @Column({ type: 'text' })
  status!: string;

  @Column({ type: 'integer', name: 'number_of_turns', default: 0 })
  numberOfTurns!: number;

  /** As text: PostgreSQL's numeric has more digits than a number. */
  @Column({ type: 'numeric', name: 'duration_minutes', nullable: true })
  durationMinutes!: string | null;

  @Column({ type: 'timestamptz', name: 'completed_at', nullable: true })
  completedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', nullable: true })
  createdAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'updated_at', nullable: true })
  updatedAt!: Date | null;

  @Column({ type: 'text', name: 'colab_link', nullable: true })
  colabLink!: string | null;

  @Column({ type: 'text', name: 'target_model', nullable: true })
  targetModel!: string | null;

  @Column({ type: 'text', name: 'validation_status', nullable: true })
  validationStatus!: (typeof VALIDATION_STATUSES)[number] | null;

  @Column({ type: 'text', name: 'delivery_batch', nullable: true })
  deliveryBatch!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  metadata!: unknown;
}
