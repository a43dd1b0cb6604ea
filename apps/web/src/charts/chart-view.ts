import { z } from 'zod';
import { urlParam } from '../lib/url-state';

export const CHART_VIEWS = ['chart', 'table'] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

/** Whether a card shows its chart or the table of the same numbers. */
export const chartViewParam = urlParam(z.enum(CHART_VIEWS), 'chart');
