import { z } from 'zod';

/** A part of a number of cases: percentages with one decimal, and their 95% interval (Clopper-Pearson). */
export const shareSchema = z.object({
  count: z.number().int(),
  of: z.number().int(),
  percent: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Share = z.infer<typeof shareSchema>;
