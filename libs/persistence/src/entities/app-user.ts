import type { THEMES } from '@portal/contracts/constants';
import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A user, identified by email. */
@Entity({ schema: 'core', name: 'app_user' })
export class AppUser {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text', default: '' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  picture!: string | null;

  @Column({ type: 'text', name: 'slack_id', default: '' })
  slackId!: string;

  @Column({ type: 'text', nullable: true })
  timezone!: string | null;

  @Column({ type: 'text', nullable: true })
  theme!: (typeof THEMES)[number] | null;

  @Column({ type: 'boolean', name: 'is_active', default: true })
  isActive!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', name: 'anonymised_at', nullable: true })
  anonymisedAt!: Date | null;
}
