import type { ProblemItem } from '@portal/contracts/problem';
import { ApiError, detailOf } from '../../lib/api-error';

/** Why a query failed. */
export interface QueryFailure {
  readonly text: string;
  /** 'Line 2, column 6' */
  readonly place?: string;
  /** In UTF-16 units from 1. */
  readonly position?: number;
}

/** The failure of one statistic in a response. */
export function failureOfProblem(
  detail: string,
  errors: readonly ProblemItem[] = [],
): QueryFailure {
  const error = errors.find(({ position }) => position !== undefined) ?? errors[0];
  if (!error) return { text: detail };
  const { line, column, position } = error;
  return {
    text: error.detail,
    ...(line !== undefined && column !== undefined && { place: `Line ${line}, column ${column}` }),
    ...(position !== undefined && { position }),
  };
}

/** @param fallback the text without a detail of the server */
export function failureOf(error: unknown, fallback: string): QueryFailure {
  const errors = error instanceof ApiError ? error.errors : [];
  return failureOfProblem(detailOf(error, fallback), errors);
}
