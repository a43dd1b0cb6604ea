import type { CustomStat } from '@portal/contracts/custom-stats';
import type { CustomStat as CustomStatEntity } from '@portal/persistence/entities/custom-stat';

export function presentCustomStat(stat: CustomStatEntity): CustomStat {
  return {
    id: stat.id,
    project_id: stat.projectId,
    name: stat.name,
    description: stat.description,
    sql_query: stat.sqlQuery,
    supported_chart_types: stat.supportedChartTypes,
    default_chart_type: stat.defaultChartType,
    enable_aggregation: stat.enableAggregation,
    aggregation_column: stat.aggregationColumn,
    aggregation_method: stat.aggregationMethod,
    display_order: stat.displayOrder,
    is_active: stat.isActive,
    version: stat.version,
    created_at: stat.createdAt.toISOString(),
    updated_at: stat.updatedAt.toISOString(),
  };
}
