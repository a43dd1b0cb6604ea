import type { CustomStat } from '@portal/contracts/custom-stats';

export function audienceLabel(audience: CustomStat['audience']): string {
  return audience === 'leads' ? 'Leads and administrators' : 'All members of the project';
}

const LABELS = { table: 'Table', bar: 'Bar', line: 'Line', doughnut: 'Doughnut' } as const;

export function chartTypeLabel(type: CustomStat['default_chart_type']): string {
  return LABELS[type];
}
