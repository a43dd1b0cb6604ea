import type { CustomStat } from '@portal/contracts/custom-stats';

const LABELS = { table: 'Table', bar: 'Bar', line: 'Line', doughnut: 'Doughnut' } as const;

export function chartTypeLabel(type: CustomStat['default_chart_type']): string {
  return LABELS[type];
}
