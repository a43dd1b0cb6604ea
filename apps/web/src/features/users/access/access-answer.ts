import { podRoleTitle, roleTitle } from '../../../ui/role-chip';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Role } from '@portal/contracts/roles';
import type { GrantSource, UserAccess } from '@portal/contracts/user-access';
import type { Need, Subject } from './access-subjects';

interface NamedProject {
  readonly id: number;
  readonly name: string;
}

/** The answer to "can this user …?": the sentence, its reasons, and what would grant it. */
export interface Answer {
  readonly isAllowed: boolean;
  readonly sentence: string;
  /** Where the permissions come from, or which ones are missing. */
  readonly reasons: readonly string[];
  /** Each of these would grant it; empty if it is allowed. */
  readonly grants: readonly string[];
}

interface Question {
  readonly user: string;
  readonly access: UserAccess;
  readonly subject: Subject;
  readonly project: NamedProject;
  /** All roles; undefined if they are not known. */
  readonly roles: readonly Role[] | undefined;
}

const POD_ROLE_NAMES = { lead: 'pod-lead', reviewer: 'reviewer', trainer: 'trainer' } as const;

/** Answers from the permissions of the user in the project and their sources. */
export function accessAnswer({ user, access, subject, project, roles }: Question): Answer {
  const sources = sourcesIn(access, project.id);
  const missing = subject.need.filter((group) => !sources.some((one) => covers(one, group)));
  const act = subject.kind === 'page' ? `open '${subject.label}'` : `use ${subject.label}`;
  const where = project.id === ALL_PROJECTS_ID ? 'all projects' : project.name;
  if (missing.length === 0) {
    const reasons = subject.need.map((group) => reasonOf(group, sources));
    return access.is_active
      ? { isAllowed: true, sentence: `${user} can ${act} in ${where}.`, reasons, grants: [] }
      : {
          isAllowed: false,
          sentence: `${user} cannot ${act} in ${where}: the account is deactivated.`,
          reasons,
          grants: ['Activating the account'],
        };
  }
  return {
    isAllowed: false,
    sentence: `${user} cannot ${act} in ${where}: ${listOf(missing.map(textOf), 'and')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    reasons: [
      ...(access.is_active ? [] : ['The account is deactivated.']),
      ...lackOf(sources, where),
    ],
    grants: roles ? grantsOf(subject.need, sources, roles, project) : [],
  };
}

/** A source in words, such as 'the role project lead'. */
function sourceText(source: GrantSource): string {
  switch (source.kind) {
    case 'role':
      return `the role ${roleTitle(source.role)}`;
    case 'pod':
      return `the role ${podRoleTitle(source.pod_role)} in ${source.pod_name}`;
    case 'all-projects':
      return `the role ${roleTitle(source.role)} in all projects`;
  }
}

/** A project without an entry has the sources in project 0 only. */
function sourcesIn({ projects }: UserAccess, projectId: number): readonly GrantSource[] {
  const own = projects.find(({ project_id }) => project_id === projectId);
  if (own) return own.sources;
  const global = projects.find(({ project_id }) => project_id === ALL_PROJECTS_ID);
  return (global?.sources ?? []).flatMap((source): GrantSource[] =>
    source.kind === 'role' ? [{ ...source, kind: 'all-projects' }] : [],
  );
}

interface Permitting {
  readonly permissions: readonly string[];
}

function covers({ permissions }: Permitting, group: readonly string[]): boolean {
  return permissions.some((one) => one === 'full-access' || group.includes(one));
}

function reasonOf(group: readonly string[], sources: readonly GrantSource[]): string {
  const givers = sources.filter((source) => covers(source, group)).map(sourceText);
  const held = group.find((one) => sources.some(({ permissions }) => permissions.includes(one)));
  return held === undefined
    ? `${textOf(group)}: full-access includes it, by ${listOf(givers, 'and')}`
    : `${held}: by ${listOf(givers, 'and')}`;
}

function lackOf(sources: readonly GrantSource[], where: string): string[] {
  if (sources.length === 0) return [`The user has no role and no pod role in ${where}.`];
  const held = listOf(sources.map(sourceText), 'and');
  return [`Not granted by ${held}.`];
}

/** A role replaces the present one in the project; pod roles add to it. */
function grantsOf(
  need: Need,
  sources: readonly GrantSource[],
  roles: readonly Role[],
  project: NamedProject,
): string[] {
  const present = sources.find((source) => source.kind === 'role');
  const others = sources.filter((source) => source !== present);
  const where = project.id === ALL_PROJECTS_ID ? 'in all projects' : `in ${project.name}`;
  const instead = present ? `, instead of ${roleTitle(present.role)}` : '';
  const suffices = (added: Permitting, kept: readonly GrantSource[]) =>
    need.every((group) => [added, ...kept].some((one) => covers(one, group)));
  const byRole = roles
    .filter((role) => suffices(role, others))
    .map(({ name }) => `The role ${roleTitle(name)} ${where}${instead}`);
  const byPod = Object.entries(POD_ROLE_NAMES).flatMap(([podRole, name]) => {
    const role = roles.find((one) => one.name === name);
    const isGranting = project.id !== ALL_PROJECTS_ID && role && suffices(role, sources);
    return isGranting ? [`The role ${podRoleTitle(podRole)} in a pod of ${project.name}`] : [];
  });
  return [...byRole, ...byPod];
}

function textOf(group: readonly string[]): string {
  return listOf(group, 'or');
}

function listOf(words: readonly string[], joint: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${joint} ${last}`;
}
