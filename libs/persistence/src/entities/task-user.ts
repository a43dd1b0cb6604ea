import { Entity, PrimaryColumn } from 'typeorm';

/** An email that a task has or had. Searches by email read this table. */
@Entity({ schema: 'core', name: 'task_user' })
export class TaskUser {
  @PrimaryColumn({ type: 'text', name: 'user_email' })
  userEmail!: string;
}
