import { Inject, Injectable } from '@nestjs/common';
import { PROBLEMS } from '@portal/contracts/problem';
import {
  countCall,
  forgetCall,
  forgetExpiredCalls,
} from '@portal/persistence/sign-in/failed-calls';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { LRUCache } from 'lru-cache';
import { Sessions } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { clientKey } from '../../http/origin/client-ip.js';

/** The limit is reset a minute after the first failure. */
const WINDOW_SECONDS = 60;
/** Refused clients that each server remembers; the least recently refused are evicted. */
const MAX_REFUSED = 10_000;

/**
 * Limits the failed calls of a client to one sign-in route. The database counts them, so that all
 * servers share one limit. A client over the limit costs one statement a second per server; further
 * failures are refused from memory. See docs/adr/0007.
 */
@Injectable()
export class FailedCalls {
  /**
   * For how long a server refuses from memory. Then it asks again: calls that counted may have
   * succeeded on another server. Tests set it.
   */
  refusedMs = 1_000;
  /** By client and route, until when it is refused from memory, and when the limit is reset. */
  private readonly refused = new LRUCache<string, { until: number; resetsAt: number }>({
    max: MAX_REFUSED,
  });

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'authRateLimit'>,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Runs a call whose credential is cheap to check: a client over the limit still succeeds with a
   * valid one.
   * @throws {ProblemException} `too-many-requests` instead of a failure; or as `work`
   */
  async after<T>(route: string, ip: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isFailure(error)) await this.count(route, ip);
      throw error;
    }
  }

  /**
   * Runs a call whose credential is expensive to check, unless the client is over the limit. Running
   * calls count as failures, so that simultaneous ones do not exceed it.
   * @throws {ProblemException} `too-many-requests`, before `work`; or as `work`
   */
  async before<T>(route: string, ip: string, work: () => Promise<T>): Promise<T> {
    await this.count(route, ip);
    let hasFailed = false;
    try {
      return await work();
    } catch (error) {
      hasFailed = isFailure(error);
      throw error;
    } finally {
      if (!hasFailed) await this.forget(keyOf(route, ip));
    }
  }

  /**
   * Counts a failure.
   * @throws {ProblemException} `too-many-requests` if it is over the limit
   */
  async count(route: string, ip: string): Promise<void> {
    const key = keyOf(route, ip);
    const now = performance.now();
    const known = this.refused.get(key);
    if (known && known.until > now) throw refusal((known.resetsAt - now) / 1000);
    const limit = this.config.authRateLimit;
    const { calls, secondsLeft } = await countCall(this.sessions, key, WINDOW_SECONDS, limit);
    if (calls > limit) {
      const resetsAt = performance.now() + secondsLeft * 1000;
      const until = Math.min(performance.now() + this.refusedMs, resetsAt);
      this.refused.set(key, { until, resetsAt });
      throw refusal(secondsLeft);
    }
    if (calls === 1) await forgetExpiredCalls(this.sessions);
  }

  private async forget(key: string): Promise<void> {
    this.refused.delete(key);
    await forgetCall(this.sessions, key);
  }
}

function keyOf(route: string, ip: string): string {
  return `${route} ${clientKey(ip)}`;
}

/** Google being away is no failure of the client. */
function isFailure(error: unknown): boolean {
  return error instanceof ProblemException && PROBLEMS[error.code].status < 500;
}

function refusal(secondsLeft: number): ProblemException {
  return new ProblemException(
    'too-many-requests',
    'Too many calls from this IP address have failed; try again in a minute',
    undefined,
    {},
    Math.max(Math.ceil(secondsLeft), 1),
  );
}
