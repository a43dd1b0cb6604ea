import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A review of a task. */
@Entity({ schema: 'core', name: 'task_review' })
export class TaskReview {
  @PrimaryColumn({ type: 'bigint', name: 'turing_task_id' })
  turingTaskId!: number;

  @PrimaryColumn({ type: 'bigint', name: 'turing_review_id' })
  turingReviewId!: number;

  @Column({ type: 'text', name: 'reviewer_email', nullable: true })
  reviewerEmail!: string | null;

  @Column({ type: 'text' })
  status!: string;

  /** As text: PostgreSQL's numeric has more digits than a number. */
  @Column({ type: 'numeric', nullable: true })
  score!: string | null;

  @Column({ type: 'text', nullable: true })
  feedback!: string | null;

  @Column({ type: 'timestamptz', name: 'submitted_at', nullable: true })
  submittedAt!: Date | null;
}
