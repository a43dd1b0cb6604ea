import type { ImportSummary } from '@portal/contracts/imports';
import { plural } from '../../../../lib/format';

type Older = Pick<ImportSummary, 'older_count' | 'on_older'>;

/** '3 tasks newer than their rows: not changed'; '' if there are none. */
export function olderText({ older_count: count, on_older: onOlder }: Older): string {
  if (count === 0) return '';
  const tasks = plural(count, 'task newer than its row', 'tasks newer than their rows');
  return `${tasks}: ${onOlder === 'skip' ? 'not changed' : 'changed, with a warning'}`;
}
