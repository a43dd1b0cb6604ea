import type { ListedItem } from '@portal/contracts/lists';
import { plainText } from '../../lib/plain-text';
import { PodLink } from './pod-link';

/** The cell of a list that names a pod. */
export function podCell(field: string) {
  return (item: ListedItem) => <PodLink podName={plainText(item[field])} />;
}
