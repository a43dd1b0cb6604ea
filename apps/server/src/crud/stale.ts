import type { CrudItem } from '@portal/contracts/crud';
import { ProblemException } from '../problems/problem.js';
import { matches } from './items.js';
import type { Row } from './row.js';

/**
 * @param values what is about to be stored
 * @throws {ProblemException} `conflict` with both values of each field, when `If-Match` names
 *   another version than the stored one
 */
export function refuseStale(stored: CrudItem, values: Row, ifMatch: string | undefined): void {
  if (ifMatch === undefined || matches(ifMatch, stored)) return;
  throw new ProblemException(
    'conflict',
    'It has been changed by somebody else since you read it',
    Object.entries(values).map(([name, sent]) => ({
      pointer: `/${name}`,
      detail: `is ${JSON.stringify(stored[name])} by now, you sent ${JSON.stringify(sent)}`,
      stored: stored[name],
      sent,
    })),
  );
}
