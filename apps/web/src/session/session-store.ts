import { accessTokenClaimsSchema, signedInUserSchema } from '@portal/contracts/auth';
import type { AccessTokenClaims, SignedInUser, TokenResponse } from '@portal/contracts/auth';
import { z } from 'zod';
import { create } from 'zustand';
import { onWake } from '../lib/on-wake';
import { dropOutdated, followStored, readStored, writeStored } from '../lib/storage';

export const SESSION_STORAGE_KEY = 'portal.session';

const storedSessionSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  user: signedInUserSchema.optional(),
});

/** Anonymous, or signed in with user, tokens and claims. */
export type Session =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'signed-in';
      readonly accessToken: string;
      readonly refreshToken: string;
      readonly claims: AccessTokenClaims;
      readonly user: SignedInUser | undefined;
    };

export interface SessionState {
  readonly session: Session;
  /** Whether the last session ended without a sign-out in this tab. */
  readonly ended: boolean;
  /** Stores new tokens; the user stays if the response contains none. */
  signIn(tokens: TokenResponse): void;
  /** Signs out: removes tokens and user, in this tab and, through storage, in the others. */
  clear(): void;
  /** The same, because the server ended the session. */
  end(): void;
}

const ANONYMOUS: Session = { kind: 'anonymous' };

export const useSessionStore = create<SessionState>()((set, get) => ({
  session: readSession(),
  ended: false,
  signIn(tokens) {
    const held = get().session;
    const user = tokens.user ?? (held.kind === 'signed-in' ? held.user : undefined);
    writeStored('browser', SESSION_STORAGE_KEY, { ...tokens, user }, 'the session');
    // A spent refresh token would end the session in the next tab or after a reload.
    dropOutdated('browser', SESSION_STORAGE_KEY);
    set({ session: toSession({ ...tokens, user }), ended: false });
  },
  clear() {
    writeStored('browser', SESSION_STORAGE_KEY, undefined, 'the session');
    set({ session: ANONYMOUS, ended: false });
  },
  end() {
    writeStored('browser', SESSION_STORAGE_KEY, undefined, 'the session');
    set({ session: ANONYMOUS, ended: true });
  },
}));

/** Applies the session that another tab stored: sign-in, refresh or sign-out. */
export function adoptStoredSession(): Session {
  const session = readSession();
  useSessionStore.setState((before) => ({
    session,
    ended: session.kind === 'anonymous' && (before.ended || isAuthenticated(before)),
  }));
  return session;
}

/** Synchronises this tab with the others. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  const stopFollowing = followStored(SESSION_STORAGE_KEY, adoptStoredSession);
  const stopWaking = onWake(adoptStoredSession);
  return () => {
    stopFollowing();
    stopWaking();
  };
}

export function isAuthenticated({ session }: SessionState): boolean {
  return session.kind === 'signed-in';
}

export function accessTokenOf({ session }: Pick<SessionState, 'session'>): string | undefined {
  return session.kind === 'signed-in' ? session.accessToken : undefined;
}

/** Id of the signed-in user. */
export function subjectOf(session: Session): string | undefined {
  return session.kind === 'signed-in' ? session.claims.sub : undefined;
}

export function userOf({ session }: SessionState): SignedInUser | undefined {
  return session.kind === 'signed-in' ? session.user : undefined;
}

function readSession(): Session {
  const stored = readStored('browser', SESSION_STORAGE_KEY, storedSessionSchema);
  return stored ? toSession(stored) : ANONYMOUS;
}

/** If the token cannot be read, the tab is anonymous. */
function toSession(stored: z.infer<typeof storedSessionSchema>): Session {
  const claims = readClaims(stored.access_token);
  if (!claims) return ANONYMOUS;
  return {
    kind: 'signed-in',
    accessToken: stored.access_token,
    refreshToken: stored.refresh_token,
    claims,
    user: stored.user,
  };
}

/** Claims of a JWT, for display only; the server verifies the token. */
function readClaims(token: string): AccessTokenClaims | undefined {
  const payload = token.split('.')[1];
  if (!payload) return undefined;
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const claims = accessTokenClaimsSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return claims.success ? claims.data : undefined;
  } catch {
    return undefined;
  }
}
