import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Regular work, and when it ran last. */
@Entity({ schema: 'core', name: 'chore' })
export class Chore {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'timestamptz', name: 'ran_at' })
  ranAt!: Date;

  /** The snapshot of that run. */
  @Column({ type: 'text', name: 'ran_in', nullable: true })
  ranIn!: string | null;
}
