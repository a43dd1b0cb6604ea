import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useBeforeUnload } from 'react-router';
import { messageOf } from '../../../lib/api-error';
import { logError } from '../../../lib/log';
import { ensurePodMember } from '../requests/add-pod-member';
import { assignRoleByEmail } from '../requests/assign-role-by-email';
import { ensureUser } from '../requests/create-user';
import { readKnownUsers } from '../requests/known-users';
import { readPodRoles } from '../requests/pod-roles';
import { parseEmails } from './parse-emails';
import { type Choice, type Line, planOf, type Step } from './plan';
import { type Result, runPlan } from './run-plan';

const FAILURES: Readonly<Record<Step, string>> = {
  account: 'Error creating item',
  role: 'Failed to assign role',
  pod: 'Failed to add the user to the pod',
};

/** A list that was looked up, and the results of its lines so far. */
export interface Onboarding {
  readonly choice: Choice;
  readonly lines: readonly Line[];
  /** By number of the line. */
  readonly results: Readonly<Record<number, Result>>;
}

/** Looks a list up, onboards it, and retries what failed. */
export function useOnboarding() {
  const client = useQueryClient();
  const [onboarding, setOnboarding] = useState<Onboarding>();
  const [busy, setBusy] = useState<'looking-up' | 'running'>();
  const [error, setError] = useState<string>();
  // Lines that are left would have no account, role or pod.
  useBeforeUnload(useCallback((event) => busy === 'running' && event.preventDefault(), [busy]));

  async function preview(list: string, choice: Choice): Promise<void> {
    setBusy('looking-up');
    setError(undefined);
    try {
      const entries = parseEmails(list);
      const emails = entries.flatMap(({ email }) => email ?? []);
      const [users, members] = await Promise.all([
        readKnownUsers([...new Set(emails)]),
        choice.pod ? readPodRoles(choice.pod.name) : new Map<string, string>(),
      ]);
      setOnboarding({ choice, lines: planOf(entries, choice, { users, members }), results: {} });
    } catch (failure) {
      logError('The list could not be looked up', failure);
      setError(messageOf(failure, 'Failed to load users'));
    } finally {
      setBusy(undefined);
    }
  }

  /** Runs all lines with something to do, or the rest of those that failed. */
  async function run({ choice, lines, results }: Onboarding): Promise<void> {
    setBusy('running');
    await runPlan(openLines(lines, results), {
      perform: (step, line) => perform(step, line, choice),
      reasonOf: (failure, step) => messageOf(failure, FAILURES[step]),
      onResult: ({ number }, result) =>
        setOnboarding((now) => now && { ...now, results: { ...now.results, [number]: result } }),
    });
    setBusy(undefined);
    // Lists of users, roles and members are older than these changes.
    void client.invalidateQueries();
  }

  return { onboarding, busy, error, preview, run, edit: () => setOnboarding(undefined) };
}

/** The lines with something to do: at first all steps, after a failure those that are left. */
export function openLines(lines: readonly Line[], results: Onboarding['results']): Line[] {
  return lines.flatMap((line) => {
    const result = results[line.number];
    if (result?.kind === 'failed') return [{ ...line, steps: result.left }];
    return result === undefined && line.steps.length > 0 ? [line] : [];
  });
}

async function perform(step: Step, { email, name }: Line, { role, pod }: Choice): Promise<void> {
  if (email === null) return;
  switch (step) {
    case 'account':
      return ensureUser(email, name);
    case 'role':
      return role && assignRoleByEmail(role.projectId, email, role.name);
    case 'pod':
      return pod && ensurePodMember(pod.name, { user_email: email, role: pod.role });
  }
}
