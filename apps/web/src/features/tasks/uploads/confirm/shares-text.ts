import type { ImportShare } from '@portal/contracts/imports';
import { isMoreThan } from '@portal/domain/import-shares';
import { percent } from '@portal/domain/rates';
import { formatCount, formatPlainPercent } from '../../../../lib/format';

/**
 * What is above the limits of a project, a sentence for each: 'changes 12 of 20 tasks (60%); its rules ask above
 * 10%'.
 */
export function shareTexts(share: ImportShare): string[] {
  const { changed, sent_back, max_changed_percent, max_sent_back_percent } = share;
  return [
    ...above('changes', '', share, changed, max_changed_percent),
    ...above('sends back', ' from a done status', share, sent_back, max_sent_back_percent),
  ];
}

function above(
  verb: string,
  from: string,
  { tasks }: ImportShare,
  count: number,
  limit: number | null,
): string[] {
  if (limit === null || !isMoreThan(count, tasks, limit)) return [];
  const share = tasks > 0 ? ` (${formatPlainPercent(percent(count, tasks, 2))})` : '';
  const asks =
    limit === 0 ? 'its rules always ask' : `its rules ask above ${formatPlainPercent(limit)}`;
  return [`${verb} ${formatCount(count)} of ${formatCount(tasks)} tasks${share}${from}; ${asks}`];
}
