import type { CrudItem } from '@portal/contracts/crud';
import { plainText } from '../../lib/plain-text';
import { PodLink } from './pod-link';

/** The cell of a list that names a pod. */
export function podCell(field: string) {
  return (item: CrudItem) => <PodLink podName={plainText(item[field])} />;
}
