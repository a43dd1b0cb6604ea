import type { Api } from '../../support/api.js';
import type { Journal } from './journal.js';

/** What the people of a load share. */
export interface Tools {
  readonly api: Api;
  readonly journal: Journal;
  readonly project: number;
  readonly pod: string;
  /** Different for each load. */
  readonly name: string;
}
