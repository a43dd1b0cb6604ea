import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An error or a warning about one row of an import. */
@Entity({ schema: 'core', name: 'task_import_error' })
export class TaskImportError {
  @PrimaryColumn({ type: 'uuid', name: 'import_id' })
  importId!: string;

  @PrimaryColumn({ type: 'bigint' })
  position!: number;

  @Column({ type: 'bigint', name: 'row_number' })
  rowNumber!: number;

  @Column({ type: 'text' })
  field!: string;

  @Column({ type: 'text' })
  severity!: string;

  @Column({ type: 'text' })
  reason!: string;
}
