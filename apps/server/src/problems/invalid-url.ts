import type { ProblemItem } from '@portal/contracts/problem';
import { ProblemException } from './problem.js';

/**
 * Refuses parameters of a URL by their names: in words, and one by one in `errors`.
 * @param part of the URL in which they stand
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
