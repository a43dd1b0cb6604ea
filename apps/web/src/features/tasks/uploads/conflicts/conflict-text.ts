import type { ImportSummary } from '@portal/contracts/imports';
import { plural } from '../../../../lib/format';

type Conflicts = Pick<ImportSummary, 'conflict_count' | 'on_conflict'>;

/** '3 rows contradict later changes in the portal: the portal keeps its values'; '' if there are none. */
export function conflictText({ conflict_count: count, on_conflict: winner }: Conflicts): string {
  if (count === 0) return '';
  const rows = plural(
    count,
    'row contradicts a later change in the portal',
    'rows contradict later changes in the portal',
  );
  return `${rows}: ${winner === 'desk' ? 'the portal keeps its values' : 'the file wins'}`;
}
