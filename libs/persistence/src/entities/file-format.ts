import type { FormatSettings } from '@portal/contracts/file-formats';
import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** How the files of a tool become the tasks of a project. */
@Entity({ schema: 'core', name: 'file_format' })
export class FileFormat {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer', name: 'project_id' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'integer', name: 'format_version', default: 1 })
  formatVersion!: number;

  @Column({ type: 'jsonb' })
  settings!: FormatSettings;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;
}
