import { signIn } from '@portal/testing/sign-in';
import { decodeJwt, SignJWT } from 'jose';
import { assignRole, createUser, type TestUser } from '../user.js';
import type { TestServer } from '../test-server.js';

/** The kinds of users in the table of routes; their permissions are in Alpha by default. */
export const CALLER_KINDS = [
  /** A user without any project. */
  'stranger',
  /** Member of the pod Orion. */
  'trainer',
  /** Reviewer of the pod Orion. */
  'reviewer',
  /** Lead of the pod Orion. */
  'lead',
  /** Has full access to Beta. */
  'otherAdmin',
  'projectAdmin',
  /** Has full access to Alpha. */
  'owner',
  /** Has full access to all projects. */
  'fullAccess',
] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

export interface MatrixCaller extends TestUser {
  /** The access token of a session; `token` is the user's API token. */
  readonly session: string;
}

export type MatrixCallers = Readonly<Record<CallerKind, MatrixCaller>>;

/** The callers as users of a world with the projects Alpha and Beta. */
export const CALLERS = {
  stranger: { email: 'a.stranger@example.com' },
  trainer: { email: 'a.trainer@example.com' },
  reviewer: { email: 'a.reviewer@example.com' },
  lead: { email: 'a.lead@example.com' },
  otherAdmin: { email: 'a.otheradmin@example.com', roles: { Beta: 'admin' } },
  projectAdmin: { email: 'a.projectadmin@example.com', roles: { Alpha: 'project_admin' } },
  owner: { email: 'a.owner@example.com', roles: { Alpha: 'admin' } },
  fullAccess: { email: 'a.fullaccess@example.com', roles: { 'All Projects': 'admin' } },
} as const satisfies Record<CallerKind, unknown>;

export async function signInCallers(
  server: TestServer,
  users: Readonly<Record<CallerKind, TestUser>>,
): Promise<MatrixCallers> {
  const signedIn = async (kind: CallerKind): Promise<MatrixCaller> => {
    const { access_token: session } = await signIn(server.baseUrl, users[kind].email);
    return { ...users[kind], session };
  };
  return {
    stranger: await signedIn('stranger'),
    trainer: await signedIn('trainer'),
    reviewer: await signedIn('reviewer'),
    lead: await signedIn('lead'),
    otherAdmin: await signedIn('otherAdmin'),
    projectAdmin: await signedIn('projectAdmin'),
    owner: await signedIn('owner'),
    fullAccess: await signedIn('fullAccess'),
  };
}

/** Invalid credentials of users with full access, by the reason. */
export async function createSpentCredentials(
  server: TestServer,
): Promise<Readonly<Record<'expired' | 'revoked' | 'switchedOff' | 'runOut', string>>> {
  const { db } = server;
  const user = async (email: string): Promise<TestUser> => {
    const created = await createUser(db, email);
    await assignRole(db, created, 0, 'admin');
    return created;
  };
  const spend = async (email: string, change: string): Promise<string> => {
    const { id, token } = await user(email);
    await db.query(`UPDATE core.api_token SET ${change} WHERE user_id = $1`, [id]);
    return token;
  };
  const former = await user('former@example.com');
  const { access_token: revoked } = await signIn(server.baseUrl, former.email);
  await db.query('UPDATE core.refresh_token SET revoked_at = now() WHERE user_id = $1', [
    former.id,
  ]);
  const late = await user('late@example.com');
  const { access_token: current } = await signIn(server.baseUrl, late.email);
  return {
    revoked,
    expired: await expire(current, server.config.jwtSecret),
    switchedOff: await spend('off@example.com', 'is_active = false'),
    runOut: await spend('out@example.com', "expires_at = now() - interval '1 second'"),
  };
}

function expire(token: string, secret: string): Promise<string> {
  return new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(Math.floor(Date.now() / 1000) - 1)
    .sign(new TextEncoder().encode(secret));
}
