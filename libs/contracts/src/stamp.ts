import { z } from 'zod';

/** The state of a project that data shows. Only `@portal/domain/stamps` compares two of them. */
export const stampSchema = z.object({
  /**
   * The history of the database that `revision` counts in. Another value means that the database was
   * restored or failed over: nothing from before it counts. Empty if unknown, as from version 0.1.0.
   */
  epoch: z.string().default(''),
  /** Grows by one with each committed change of the project. */
  revision: z.number().int(),
});
export type Stamp = z.infer<typeof stampSchema>;
