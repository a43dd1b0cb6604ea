import type { CustomStat } from '@portal/contracts/custom-stats';

export function audienceLabel(audience: CustomStat['audience']): string {
  return audience === 'leads' ? 'Leads and administrators' : 'All members of the project';
}
