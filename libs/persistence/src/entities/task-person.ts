import { Entity, PrimaryColumn } from 'typeorm';

/** An address that a task ever named; search goes through here. */
@Entity({ schema: 'core', name: 'task_person' })
export class TaskPerson {
  @PrimaryColumn({ type: 'text', name: 'user_email' })
  userEmail!: string;
}
