import type { ImportRules } from '@portal/contracts/import-rules';
import { formatPlainPercent } from '../../../lib/format';

export const RULE_LABELS = {
  required: 'Fields that must have a value',
  statuses: 'Allowed statuses',
  target_models: 'Allowed target models',
  batches: 'Allowed batches',
  shares: 'Asks before it is imported',
};

/** When an import waits for a confirmation, in a line for each limit. */
export function shareTexts(rules: ImportRules): string[] {
  const { max_changed_percent: changed, max_sent_back_percent: back } = rules;
  return [
    ...(changed === null ? [] : [`A file that changes ${moreThan(changed)} of the tasks`]),
    ...(back === null
      ? []
      : [`A file that sends ${moreThan(back)} of the tasks back from a done status`]),
  ];
}

function moreThan(percent: number): string {
  return percent === 0 ? 'any' : `more than ${formatPlainPercent(percent)}`;
}
