import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A named set of permissions. */
@Entity({ schema: 'core', name: 'role' })
export class Role {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: '' })
  description!: string;
}
