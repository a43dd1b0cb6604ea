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
};
