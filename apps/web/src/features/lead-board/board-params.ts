import { weeklyProgressQuerySchema } from '@portal/contracts/pods';
import { z } from 'zod';
import { urlParam } from '../../lib/url-state';

/** The view of the board in the URL; without a week it is the current one. */
export const BOARD_PARAMS = {
  week: urlParam(weeklyProgressQuerySchema.shape.week_start.unwrap(), null),
  others: urlParam(z.enum(['shown', 'hidden']), 'hidden'),
};
