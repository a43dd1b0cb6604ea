import { beginningOf } from '@portal/domain/cut-text';
import type { Report } from '../task-row.js';

const MAX_NAMED = 20;

/** Reports keys that are not `known`, with `prefix` ('' or ending in a slash) before them. */
export function reportUnknownFields(
  value: Record<string, unknown>,
  known: ReadonlySet<string>,
  prefix: string,
  report: Report,
): void {
  let named = 0;
  for (const key in value) {
    if (known.has(key)) continue;
    if (++named > MAX_NAMED) return;
    report(prefix + beginningOf(key, 100), 'is not a known field');
  }
}
