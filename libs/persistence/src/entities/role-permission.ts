import { Entity, PrimaryColumn } from 'typeorm';

/** A permission of a role. */
@Entity({ schema: 'core', name: 'role_permission' })
export class RolePermission {
  @PrimaryColumn({ type: 'integer', name: 'role_id' })
  roleId!: number;

  @PrimaryColumn({ type: 'integer', name: 'permission_id' })
  permissionId!: number;
}
