import { STAT_PARAMETERS } from '@portal/contracts/constants';

/** The names of the placeholders. */
export const PLACEHOLDERS = ['project_id', ...STAT_PARAMETERS] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** The types of their values. An array is written as its item with `[]`. */
export const TYPE_OF = {
  project_id: 'int4',
  start_date: 'date',
  end_date: 'date',
  batch_ids: 'int8[]',
} as const satisfies Record<Placeholder, string>;

/** How a query has it. */
export function written(name: Placeholder): string {
  return `{{ ${name} }}`;
}

/** What to write in place of `thing`, which does not exist. */
export function notKnown(thing: string, state: 'unknown' | 'not available'): string {
  const all = PLACEHOLDERS.map(written);
  return `${thing} is ${state}; use ${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
