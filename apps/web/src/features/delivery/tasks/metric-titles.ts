import type { DeliveryMetric } from '@portal/contracts/delivery-tasks';

/** The names of the numbers whose tasks are shown. */
export const METRIC_TITLES: Readonly<Record<DeliveryMetric, string>> = {
  delivered: 'Tasks Delivered',
  ready: 'Ready for Delivery',
  rework: 'Rework Tasks',
  reviewed: 'Reviewed Tasks',
  reviewed_ready: 'Reviewed and Ready for Delivery',
  with_duration: 'Tasks with a Duration',
};
