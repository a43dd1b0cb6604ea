import type { AGGREGATION_METHODS, CHART_TYPES, STAT_AUDIENCES } from '@portal/contracts/constants';
import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A custom statistic: SQL of a project's administrator. */
@Entity({ schema: 'core', name: 'custom_stat' })
export class CustomStat {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer', name: 'project_id' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', name: 'sql_query' })
  sqlQuery!: string;

  @Column({ type: 'text', name: 'supported_chart_types', array: true })
  supportedChartTypes!: (typeof CHART_TYPES)[number][];

  @Column({ type: 'text', name: 'default_chart_type' })
  defaultChartType!: (typeof CHART_TYPES)[number];

  @Column({ type: 'boolean', name: 'enable_aggregation', default: false })
  enableAggregation!: boolean;

  @Column({ type: 'text', name: 'aggregation_column', nullable: true })
  aggregationColumn!: string | null;

  @Column({ type: 'text', name: 'aggregation_method', default: 'sum' })
  aggregationMethod!: (typeof AGGREGATION_METHODS)[number];

  @Column({ type: 'integer', name: 'display_order', default: 0 })
  displayOrder!: number;

  @Column({ type: 'boolean', name: 'is_active', default: true })
  isActive!: boolean;

  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column({ type: 'integer', name: 'created_by', nullable: true })
  createdBy!: number | null;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;

  @Column({ type: 'text', default: 'members' })
  audience!: (typeof STAT_AUDIENCES)[number];
}
