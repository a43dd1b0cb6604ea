import { randomBytes, randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ProjectAuth } from '@portal/contracts/auth';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { SignJWT } from 'jose';
import { AccessTokens } from '../../identity/access-token.js';
import { startTestServer } from '../../testing/test-server.js';
import { USERS, type User } from './world.js';

const JWT_SECRET = 'a secret that is long enough for the tests';

export interface Portal {
  readonly app: NestFastifyApplication;
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** The whole server in this process, on a database that several servers may share. */
export async function startPortal(databaseUrl: string): Promise<Portal> {
  const { app, baseUrl, stop } = await startTestServer({
    databaseUrl,
    config: {
      jwtSecret: JWT_SECRET,
      identity: { kind: 'google', clientId: 'id', clientSecret: 'secret' },
      demo: false,
    },
  });
  return { app, baseUrl, close: stop };
}

/** Terminates the feed connections of the servers; returns their number. */
export async function cutFeeds(db: Queryable): Promise<number> {
  const ended = await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'portal-server change feed'`,
  );
  return ended.length;
}

/** An access token of a new session, and the id of the session. */
export async function signIn(
  portal: Portal,
  db: Queryable,
  user: User,
): Promise<{ token: string; sessionId: string }> {
  const sessionId = await openSession(db, user);
  const token = await portal.app.get(AccessTokens).sign({
    sub: String(USERS[user]),
    sid: sessionId,
    projects_auth: await grantsOf(db, user),
    pod_name: null,
  });
  return { token, sessionId };
}

/** An access token like that of `signIn` that expires in `seconds`, which may be negative. */
export async function shortToken(db: Queryable, user: User, seconds: number): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return new SignJWT({
    sub: String(USERS[user]),
    sid: await openSession(db, user),
    projects_auth: await grantsOf(db, user),
    pod_name: null,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('portal')
    .setAudience('portal-api')
    .setIssuedAt(exp - 900)
    .setExpirationTime(exp)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(JWT_SECRET));
}

async function grantsOf(db: Queryable, user: User): Promise<ProjectAuth[]> {
  const [found] = await db.query<{ grants: ProjectAuth[] }>(
    'SELECT grants FROM core.user_access($1, NULL, NULL)',
    [USERS[user]],
  );
  return found?.grants ?? [];
}

async function openSession(db: Queryable, user: User): Promise<string> {
  const sessionId = randomUUID();
  await db.query(
    sql`
    INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
    VALUES ($1, $2, $3, now() + interval '1 day')`,
    [USERS[user], sessionId, randomBytes(32)],
  );
  return sessionId;
}
