import { DELIVERY_METRICS } from '@portal/contracts/delivery-tasks';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { z } from 'zod';
import { urlParam, type UrlParam } from '../../lib/url-state';

/** The models that are shown as a doughnut; the others are tables. '' is the card without a model. */
const doughnutsParam: UrlParam<readonly string[]> = {
  read: (values) => [...new Set(values)],
  write: (models) => models,
};

/** The view of the page in the URL. */
export const DELIVERY_PARAMS = {
  models: urlParam(z.enum(['shown', 'hidden']), 'shown'),
  doughnut: doughnutsParam,
  /** The number whose tasks are shown. */
  tasks: urlParam(z.enum(DELIVERY_METRICS), null),
  /** The model of these tasks; '' for tasks without a model, null for all. */
  tasks_model: urlParam(z.string(), null),
  tasks_page: urlParam(wholeNumberParam({ minimum: 1 }), 1),
};
