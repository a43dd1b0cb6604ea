import type { Permission } from '@portal/contracts/permissions';
import { holdsAnywhere, type Caller } from '@portal/domain/caller';
import { useMemo } from 'react';
import { useSessionStore, type Session } from './session-store';

/** The signed-in user for the access policies; no grants while signed out. */
export function callerOf(session: Session): Caller {
  const signedIn = session.kind === 'signed-in' ? session : undefined;
  return {
    userId: Number(signedIn?.claims.sub ?? 0),
    email: signedIn?.user?.email ?? '',
    name: signedIn?.user?.name ?? '',
    via: 'session',
    grants: signedIn?.claims.projects_auth ?? [],
  };
}

/** Whether the caller has one of `permissions` in any project; an empty list is always allowed. */
export function mayOpen(caller: Caller, permissions: readonly Permission[]): boolean {
  return (
    permissions.length === 0 || permissions.some((permission) => holdsAnywhere(caller, permission))
  );
}

export function useCaller(): Caller {
  const session = useSessionStore((state) => state.session);
  return useMemo(() => callerOf(session), [session]);
}
