import type { POD_ROLES } from '@portal/contracts/constants';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A member of a pod. */
@Entity({ schema: 'core', name: 'pod_member' })
export class PodMember {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text', name: 'pod_name' })
  podName!: string;

  @Column({ type: 'text', name: 'user_email' })
  userEmail!: string;

  @Column({ type: 'text', default: 'trainer' })
  role!: (typeof POD_ROLES)[number];

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
