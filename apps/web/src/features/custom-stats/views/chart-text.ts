import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { isNumeric } from '@portal/domain/numeric-types';
import { statusTitle } from '@portal/domain/statuses';
import { formatDay, formatExact } from '../../../lib/format';
import { cellText } from './cell-text';

type Column = CustomStatResult['columns'][number];

/** The server sends instants in the reporting zone, so their text has the day and the time there. */
const DAY_AND_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::[\d.]+)?(?:Z|[+-][\d:]+)?)?$/;
const MIDNIGHT = '00:00';

/**
 * A value of a result on a chart: days and statuses by their names, numbers with separators and all
 * of their digits.
 * @param column undefined for the key of a group
 */
export function chartText(cell: unknown, column?: Column): string {
  if (cell === null) return 'null';
  const text = cellText(cell);
  if (column && isNumeric(column.type)) return formatExact(text);
  if (column?.name === 'status') return statusTitle(text);
  const [, day, time = MIDNIGHT] = DAY_AND_TIME.exec(text) ?? [];
  if (day === undefined) return text;
  return time === MIDNIGHT ? formatDay(day) : `${formatDay(day)}, ${time}`;
}
