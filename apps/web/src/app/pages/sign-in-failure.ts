import { useLocation } from 'react-router';
import { z } from 'zod';
import { messageOf } from '../../lib/api-error';
import { logError } from '../../lib/log';

/** The state of the history entry of Home that says why the user is there. */
const stateSchema = z.object({ signInFailure: z.string() });

/** Logs why a sign-in failed. @returns the state with which Home says it */
export function signInFailure(error: unknown): z.infer<typeof stateSchema> {
  logError('Login failed', error);
  return { signInFailure: `${messageOf(error, 'The reason is unknown')}. Please try again.` };
}

/** Why the last sign-in failed; undefined if none did. */
export function useSignInFailure(): string | undefined {
  return stateSchema.safeParse(useLocation().state).data?.signInFailure;
}
