import { Entity, PrimaryColumn } from 'typeorm';

/** An address that a task ever named; search goes through here. */
@Entity({ schema: 'core', name: 'task_user' })
export class TaskUser {
  @PrimaryColumn({ type: 'text', name: 'user_email' })
  userEmail!: string;
}
