import type { DeliveryMetric } from '@portal/contracts/delivery-tasks';

interface DeliveryCondition {
  /** For rows of `agg.task_cell` and of `core.task`. */
  readonly condition: string;
  /** Whether only tasks with a review count. */
  readonly isReviewed: boolean;
  /** The status that the condition requires, for the indexes of tasks. */
  readonly status?: string;
}

const READY = "status = 'completed' AND validation_status = 'passed'";

/** What each number of the delivery statistics counts. */
export const DELIVERY_CONDITIONS: Readonly<Record<DeliveryMetric, DeliveryCondition>> = {
  delivered: {
    condition: "status = 'delivered' AND validation_status = 'passed'",
    isReviewed: false,
    status: 'delivered',
  },
  ready: { condition: READY, isReviewed: false, status: 'completed' },
  reviewed_ready: { condition: READY, isReviewed: true, status: 'completed' },
  rework: { condition: "status = 'rework'", isReviewed: false, status: 'rework' },
  reviewed: { condition: "status <> 'rework'", isReviewed: true },
};
