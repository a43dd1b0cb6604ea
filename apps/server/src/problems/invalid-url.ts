import type { ProblemItem } from '@portal/contracts/problem';
import { ProblemException } from './problem.js';

/**
 * An `invalid-input` problem for parameters of a URL: the detail names them, `errors` lists each.
 * @param part of the URL that has the parameters
 */
export function invalidUrl(
  errors: readonly ProblemItem[],
  part: 'query' | 'path' = 'query',
): ProblemException {
  return new ProblemException('invalid-input', wordsOf(errors, part), errors);
}

function wordsOf(errors: readonly ProblemItem[], part: string): string {
  const names = [...new Set(errors.map(({ pointer }) => pointer))];
  const [first] = errors;
  if (first !== undefined && names.length === 1) {
    return `The ${part} parameter ${first.pointer} is not valid: ${first.detail}`;
  }
  return `The ${part} parameters ${names.join(', ')} are not valid`;
}
