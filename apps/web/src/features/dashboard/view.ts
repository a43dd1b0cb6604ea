import { z } from 'zod';

export const STATUS_VIEWS = ['doughnut', 'bar', 'table'] as const;
export const ACTIVITY_VIEWS = ['chart', 'table'] as const;
export const BATCH_SORTS = ['newest', 'name', 'progress', 'updated'] as const;

const viewSchema = z.object({
  status_view: z.enum(STATUS_VIEWS).catch('doughnut'),
  activity_view: z.enum(ACTIVITY_VIEWS).catch('chart'),
  batch_sort: z.enum(BATCH_SORTS).catch('newest'),
  batch_search: z.string().max(200).catch(''),
});

/** Display options of the dashboard; they are not sent to the server. */
export type DashboardView = z.infer<typeof viewSchema>;
export type StatusView = DashboardView['status_view'];
export type ActivityView = DashboardView['activity_view'];
export type BatchSort = DashboardView['batch_sort'];

const DEFAULTS = viewSchema.parse({});

/** Reads the view from the search params; invalid values become the default. */
export function readView(params: URLSearchParams): DashboardView {
  return viewSchema.parse(Object.fromEntries(params));
}

/** Writes a part of the view into a copy of the search params; defaults are omitted. */
export function writeView(
  params: URLSearchParams,
  change: Partial<DashboardView>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ ...readView(params), ...change })) {
    next.delete(name);
    if (value !== Reflect.get(DEFAULTS, name)) next.set(name, value);
  }
  return next;
}
