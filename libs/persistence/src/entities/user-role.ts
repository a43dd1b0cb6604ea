import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The role of a user in a project; a role in project 0 applies to all projects. */
@Entity({ schema: 'core', name: 'user_role' })
export class UserRole {
  @PrimaryColumn({ type: 'integer', name: 'user_id' })
  userId!: number;

  @PrimaryColumn({ type: 'integer', name: 'project_id' })
  projectId!: number;

  @Column({ type: 'integer', name: 'role_id' })
  roleId!: number;
}
