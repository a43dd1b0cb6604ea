import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A permission. */
@Entity({ schema: 'core', name: 'permission' })
export class Permission {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: '' })
  description!: string;
}
