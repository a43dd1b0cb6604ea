import { podRoleTitle, roleTitle } from '../../../ui/role-chip';
import type { POD_ROLES } from '@portal/contracts/constants';
import type { Onboarded, OnboardingResult } from '@portal/contracts/onboarding';
import type { Entry, Person } from './read-list';

/** What everybody in the list gets besides an account. */
export interface Choice {
  readonly project?: { readonly id: number; readonly name: string };
  /** The role of everybody without one in the list. */
  readonly role?: string;
  readonly pod?: { readonly name: string; readonly role: (typeof POD_ROLES)[number] };
}

/** One line of the preview. */
export interface PreviewLine {
  readonly key: number;
  readonly line: number;
  readonly kind: 'new' | 'known' | 'invalid' | 'repeated';
  /** The email, or the text of an invalid line. */
  readonly who: string;
  readonly name: string;
  /** What happens, or what is wrong. */
  readonly what: string;
}

export function peopleOf(entries: readonly Entry[]): Person[] {
  return entries.filter((entry) => entry.kind === 'person');
}

/** The lines of the list with the server's answer about its people. */
export function previewOf(
  entries: readonly Entry[],
  { people }: Pick<OnboardingResult, 'people'>,
  choice: Choice,
): PreviewLine[] {
  const answers = new Map(people.map((person) => [person.email, person]));
  return entries.map((entry, key): PreviewLine => {
    const { line, text } = entry;
    const base = { key, line, who: text, name: '' };
    if (entry.kind === 'invalid') return { ...base, kind: 'invalid', what: entry.reason };
    const { email } = entry;
    if (entry.kind === 'repeated') {
      return { ...base, kind: 'repeated', who: email, what: `Nothing: as line ${entry.first}` };
    }
    const answer = answers.get(email);
    const { name } = entry;
    if (!answer || answer.refusal !== null) {
      return { ...base, kind: 'invalid', who: email, name, what: answer?.refusal ?? '' };
    }
    const kind = answer.is_new ? 'new' : 'known';
    return { ...base, kind, who: email, name, what: changesOf(answer, choice) };
  });
}

/** Such as 'New account, role trainer in Alpha, already lead in pod Juniper'. */
function changesOf({ is_new, role, pod_role: podRole }: Onboarded, choice: Choice): string {
  const place = choice.project?.name ?? '';
  const parts = [
    ...(is_new ? ['new account'] : []),
    ...(role ? [`${role.is_new ? 'role' : 'already'} ${roleTitle(role.name)} in ${place}`] : []),
    ...(podRole
      ? [
          `${podRole.is_new ? '' : 'already '}${podRoleTitle(podRole.name)} in pod ${choice.pod?.name ?? ''}`,
        ]
      : []),
  ];
  const text = parts.length === 0 ? 'nothing: has an account' : parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
