import type { ThrottlerStorage } from '@nestjs/throttler';
import { sql } from '@portal/persistence/sql';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';

interface Counted {
  readonly calls: number;
  readonly secondsLeft: number;
}

type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Refused clients that each server remembers; the least recently refused are evicted. */
const MAX_REFUSED = 10_000;

/**
 * Counts the calls of each client in the database, so that all servers share one limit. A client
 * over the limit costs one statement per server; further calls are refused from memory.
 */
export class SignInCalls implements ThrottlerStorage {
  /** By client, the time at which its limit is reset. */
  private readonly refused = new LRUCache<string, number>({ max: MAX_REFUSED });

  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  /** @param ttl milliseconds in which `limit` calls are allowed, from the first one */
  async increment(client: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    const until = this.refused.get(client) ?? 0;
    if (until > performance.now()) return refusal(limit, (until - performance.now()) / 1000);
    const { calls, secondsLeft } = await this.count(client, ttl);
    if (calls > limit) {
      this.refused.set(client, performance.now() + secondsLeft * 1000);
      return refusal(limit, secondsLeft);
    }
    if (calls === 1) await this.forgetExpired();
    return {
      totalHits: calls,
      timeToExpire: Math.ceil(secondsLeft),
      isBlocked: false,
      timeToBlockExpire: 0,
    };
  }

  private async count(client: string, ttl: number): Promise<Counted> {
    const [counted] = await this.dataSource.query<Counted[]>(
      sql`
        INSERT INTO sign_in.calls AS known (client, calls, resets_at)
        VALUES ($1, 1, now() + $2 * interval '1 ms')
        ON CONFLICT (client) DO UPDATE SET
          calls = CASE WHEN known.resets_at > now() THEN known.calls + 1 ELSE 1 END,
          resets_at = CASE WHEN known.resets_at > now() THEN known.resets_at ELSE excluded.resets_at END
        RETURNING calls, extract(epoch FROM resets_at - now())::float8 AS "secondsLeft"`,
      [client, ttl],
    );
    if (!counted) throw new Error('an upsert without a row');
    return counted;
  }

  /** Rows that another server locks are skipped: it deletes or counts them. */
  private async forgetExpired(): Promise<void> {
    await this.dataSource.query(sql`
      DELETE FROM sign_in.calls WHERE client IN (
        SELECT client FROM sign_in.calls WHERE resets_at <= now() FOR UPDATE SKIP LOCKED)`);
  }
}

function refusal(limit: number, secondsLeft: number): ThrottlerRecord {
  const seconds = Math.max(Math.ceil(secondsLeft), 1);
  return {
    totalHits: limit + 1,
    timeToExpire: seconds,
    isBlocked: true,
    timeToBlockExpire: seconds,
  };
}
