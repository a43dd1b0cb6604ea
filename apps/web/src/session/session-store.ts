import { accessTokenClaimsSchema, signedInUserSchema } from '@portal/contracts/auth';
import type { AccessTokenClaims, SignedInUser, TokenResponse } from '@portal/contracts/auth';
import { z } from 'zod';
import { create } from 'zustand';
import { readStored, writeStored } from '../lib/storage';

export const SESSION_STORAGE_KEY = 'portal.session';

const storedSessionSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  user: signedInUserSchema.optional(),
});

/** Signed in or not: who, with which tokens, and what the token says of them. */
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
  /** Takes fresh tokens; the user is kept when the answer names none. */
  signIn(tokens: TokenResponse): void;
  /** Forgets tokens and user, in this tab and, through storage, in the others. */
  clear(): void;
}

const ANONYMOUS: Session = { kind: 'anonymous' };

export const useSessionStore = create<SessionState>()((set, get) => ({
  session: readSession(),
  signIn(tokens) {
    const held = get().session;
    const user = tokens.user ?? (held.kind === 'signed-in' ? held.user : undefined);
    writeStored(localStorage, SESSION_STORAGE_KEY, { ...tokens, user });
    set({ session: toSession({ ...tokens, user }) });
  },
  clear() {
    writeStored(localStorage, SESSION_STORAGE_KEY, undefined);
    set({ session: ANONYMOUS });
  },
}));

/** Adopts what another tab stored: its sign-in, its refreshed tokens, its sign-out. */
export function adoptStoredSession(): Session {
  const session = readSession();
  useSessionStore.setState({ session });
  return session;
}

/** Keeps this tab in step with the others. Returns the way to stop. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === SESSION_STORAGE_KEY || event.key === null) adoptStoredSession();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

export function isAuthenticated({ session }: SessionState): boolean {
  return session.kind === 'signed-in';
}

export function accessTokenOf({ session }: SessionState): string | undefined {
  return session.kind === 'signed-in' ? session.accessToken : undefined;
}

export function userOf({ session }: SessionState): SignedInUser | undefined {
  return session.kind === 'signed-in' ? session.user : undefined;
}

function readSession(): Session {
  const stored = readStored(localStorage, SESSION_STORAGE_KEY, storedSessionSchema);
  return stored ? toSession(stored) : ANONYMOUS;
}

/** A token that cannot be read is none: the tab is anonymous then. */
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

/** What a JWT claims. It is read for display only; the server alone verifies it. */
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
