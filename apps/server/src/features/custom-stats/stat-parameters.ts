import { Injectable } from '@nestjs/common';
import { STAT_PARAMETERS, type StatParameter } from '@portal/contracts/constants';
import type { ParameterValues } from '@portal/contracts/custom-stats';
import { ProblemException } from '../../problems/problem.js';
import type { BoundValue } from '../../sandbox/sandbox-query.js';
import { GuardQueue } from './guard-queue.js';

/** Texts whose parameters are kept; those of most portals fit. */
const MOST_TEXTS = 1_000;

/** Which parameters the queries of statistics use. Nothing is stored: the guard reads it from the text. */
@Injectable()
export class StatParameters {
  private readonly known = new Map<string, readonly StatParameter[]>();

  constructor(private readonly checks: GuardQueue) {}

  /**
   * @param userId the caller
   * @returns in the order of `STAT_PARAMETERS`; if the guard cannot check the text now, all that it names, even in a
   *   comment
   */
  async of(text: string, userId: number): Promise<StatParameter[]> {
    const named = text.includes('{{') ? STAT_PARAMETERS.filter((name) => text.includes(name)) : [];
    if (named.length === 0) return named;
    const known = this.known.get(text);
    if (known) return [...known];
    const used = await this.used(text, userId);
    if (!used) return named;
    if (this.known.size >= MOST_TEXTS) this.known.clear();
    this.known.set(text, used);
    return [...used];
  }

  private async used(text: string, userId: number): Promise<StatParameter[] | undefined> {
    try {
      const check = await this.checks.check(text, userId, new AbortController().signal);
      return check.ok ? STAT_PARAMETERS.filter((name) => check.placeholders.includes(name)) : [];
    } catch (error) {
      if (error instanceof ProblemException) return undefined;
      throw error;
    }
  }
}

/** Equal for equal values in any notation: batches are in order, each once. */
export function boundValue(name: StatParameter, values: ParameterValues): BoundValue {
  if (name !== 'batch_ids') return values[name] ?? null;
  return values.batch_ids ? [...new Set(values.batch_ids)].sort((a, b) => a - b) : null;
}
