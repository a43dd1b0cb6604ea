import { formatCount } from '../../lib/format';

/** A count with its noun. */
export function plural(value: number, one: string, many: string): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}
