import type { ImportSummary, ImportWaitsFor } from '@portal/contracts/imports';
import { formatDuration, plural } from '../../../../lib/format';

type Waiting = Pick<ImportSummary, 'waiting_since'>;

/**
 * How many a waiting import waits for, and for how long.
 * @param now epoch milliseconds
 */
export function waitsText(
  { waiting_since }: Waiting,
  { confirmation, count }: ImportWaitsFor,
  now: number,
): string {
  const whom = confirmation
    ? 'Waits for a confirmation'
    : count === 0
      ? 'Waits for a free worker'
      : `Waits behind ${plural(count, 'import', 'imports')}`;
  if (waiting_since === null) return whom;
  return `${whom} for ${formatDuration((now - Date.parse(waiting_since)) / 1000)}`;
}

/** The same with the first of them by name: 'Waits behind 3 imports for 3 min: a.json of …, 2 more'. */
export function waitsInShort(waiting: Waiting, waitsFor: ImportWaitsFor, now: number): string {
  const text = waitsText(waiting, waitsFor, now);
  const [first] = waitsFor.imports;
  if (first === undefined) return [text, othersText(waitsFor)].filter(Boolean).join(': ');
  const more = waitsFor.count - 1;
  const names = [
    `${first.file_name} of ${first.uploaded_by}`,
    ...(more > 0 ? [`${more} more`] : []),
  ];
  return `${text}: ${names.join(', ')}`;
}

/** Those that are not named: beyond the first ten, and of other users. */
export function othersText({ count, hidden, imports }: ImportWaitsFor): string {
  const more = count - hidden - imports.length;
  return [
    ...(more > 0 ? [`${more} more`] : []),
    ...(hidden > 0 ? [`${plural(hidden, 'import', 'imports')} of other users`] : []),
  ].join(', ');
}
