import { z } from 'zod';
import { chartViewParam } from '../../charts/chart-view';
import { urlParam, type UrlStateOf } from '../../lib/url-state';
import { BATCH_SORTS } from '../../entities/batches/batch-order';

export const STATUS_VIEWS = ['doughnut', 'bar', 'table'] as const;

export const MAX_BATCH_SEARCH = 200;

/** Display options of the dashboard in the URL; they are not sent to the server. */
export const VIEW_PARAMS = {
  status_view: urlParam(z.enum(STATUS_VIEWS), 'doughnut'),
  activity_view: chartViewParam,
  batch_sort: urlParam(z.enum(BATCH_SORTS), 'newest'),
  batch_search: urlParam(z.string().max(MAX_BATCH_SEARCH), ''),
};

export type DashboardView = UrlStateOf<typeof VIEW_PARAMS>;
export type StatusView = DashboardView['status_view'];
export type ActivityView = DashboardView['activity_view'];
