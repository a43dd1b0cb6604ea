import type { IMPORT_PHASES, IMPORT_STATES, ON_ERROR } from '@portal/contracts/imports';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One uploaded file, with the progress and result of its import. */
@Entity({ schema: 'core', name: 'task_import' })
export class TaskImport {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'integer', name: 'uploaded_by' })
  uploadedBy!: number;

  @Column({ type: 'text', default: 'queued' })
  state!: (typeof IMPORT_STATES)[number];

  @Column({ type: 'text', default: 'waiting' })
  phase!: (typeof IMPORT_PHASES)[number];

  @Column({ type: 'text', name: 'file_name' })
  fileName!: string;

  @Column({ type: 'text', name: 'store_key' })
  storeKey!: string;

  @Column({ type: 'text' })
  sha256!: string;

  @Column({ type: 'boolean', name: 'dry_run', default: false })
  dryRun!: boolean;

  @Column({ type: 'text', name: 'on_error', default: 'abort' })
  onError!: (typeof ON_ERROR)[number];

  @Column({ type: 'bigint', name: 'bytes_total' })
  bytesTotal!: number;

  @Column({ type: 'bigint', name: 'bytes_done', default: 0 })
  bytesDone!: number;

  @Column({ type: 'bigint', name: 'rows_total', nullable: true })
  rowsTotal!: number | null;

  @Column({ type: 'bigint', name: 'rows_done', default: 0 })
  rowsDone!: number;

  @Column({ type: 'bigint', name: 'error_count', default: 0 })
  errorCount!: number;

  @Column({ type: 'bigint', name: 'warning_count', default: 0 })
  warningCount!: number;

  @Column({ type: 'bigint', nullable: true })
  inserted!: number | null;

  @Column({ type: 'bigint', nullable: true })
  updated!: number | null;

  @Column({ type: 'bigint', nullable: true })
  unchanged!: number | null;

  @Column({ type: 'bigint', name: 'delivery_batches', nullable: true })
  deliveryBatches!: number | null;

  @Column({ type: 'text', name: 'failure_code', nullable: true })
  failureCode!: string | null;

  @Column({ type: 'text', name: 'failure_detail', nullable: true })
  failureDetail!: string | null;

  @Column({ type: 'bigint', name: 'progress_revision', default: 0 })
  progressRevision!: number;

  @Column({ type: 'timestamptz', name: 'cancel_requested_at', nullable: true })
  cancelRequestedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'started_at', nullable: true })
  startedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  @Column({ type: 'boolean', name: 'has_file', default: true })
  hasFile!: boolean;

  @Column({ type: 'timestamptz', name: 'merge_asked_at', nullable: true })
  mergeAskedAt!: Date | null;

  @Column({ type: 'jsonb', name: 'issue_fields', nullable: true })
  issueFields!: Record<string, number> | null;
}
