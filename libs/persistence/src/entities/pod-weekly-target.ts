import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** The daily target of the trainers of a pod, or of one of them, in one week or from one on. */
@Entity({ schema: 'core', name: 'pod_weekly_target' })
export class PodWeeklyTarget {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text', name: 'pod_name' })
  podName!: string;

  @Column({ type: 'date', name: 'week_start_date' })
  weekStartDate!: string;

  @Column({ type: 'date', name: 'week_end_date' })
  weekEndDate!: string;

  @Column({ type: 'integer', name: 'daily_tasks_target' })
  dailyTasksTarget!: number;

  @Column({ type: 'integer', name: 'daily_turns_target' })
  dailyTurnsTarget!: number;

  @Column({ type: 'text', name: 'user_email', nullable: true })
  userEmail!: string | null;

  @Column({ type: 'boolean', name: 'repeats', default: false })
  repeats!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;
}
