import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value that applies to the whole portal, by key. */
@Entity({ schema: 'core', name: 'meta' })
export class Meta {
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'text', nullable: true })
  value!: string | null;

  @Column({ type: 'timestamptz', name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
