import type { Queryable } from '@portal/persistence/queryable';
import type { UploadStore } from '@portal/platform/upload-store';

/** Regular work, which one worker at a time does. */
export interface Chore {
  /** Names it in `core.chore`. */
  readonly name: string;
  /** `always`: once a minute. */
  readonly when: 'always' | 'night';
  /**
   * @param db the transaction of this run; if the work fails, all of it is rolled back and tried
   *   again a minute later
   */
  run(db: Queryable, store: UploadStore): Promise<void>;
}
