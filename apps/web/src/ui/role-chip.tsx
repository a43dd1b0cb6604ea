import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { statusColor } from './status-color';
import { TintedChip } from './tinted-chip';

/** The task status with the same colour, by the colour of a role. */
const LIKE: Readonly<Record<string, string>> = {
  red: 'rework',
  blue: 'in_progress',
  green: 'completed',
  purple: 'ready_for_review',
};

interface RoleChipProps {
  /** The name of the role; it decides the colour. */
  role: string;
  /** The text, if it is more than the name of the role. */
  label?: string;
  /** The page that it leads to. */
  to?: string | undefined;
}

/** A role with its colour. The text names the role, so the colour is never the only sign. */
export function RoleChip({ role, label = roleTitle(role), to }: RoleChipProps) {
  const color = roleColor(role);
  return (
    <TintedChip
      color={statusColor(LIKE[color] ?? 'other')}
      label={label}
      to={to}
      data-role-color={color}
    />
  );
}

/** A project by id and name. */
interface NamedProject {
  readonly id: number;
  readonly name: string;
}

/**
 * The roles of a user as texts: 'Global Access: admin', 'Alpha: trainer', or 'Invalid Key 9' for a
 * project that is not among `projects`.
 * @param roles the role by project id; `global` stands for project 0
 */
export function roleLabels(
  roles: Readonly<Record<string, string>>,
  projects: readonly NamedProject[],
): { readonly key: string; readonly role: string; readonly label: string }[] {
  return Object.entries(roles).map(([key, role]) => ({
    key,
    role,
    label: labelOf(key, role, projects),
  }));
}

function labelOf(key: string, role: string, projects: readonly NamedProject[]): string {
  if (key === 'global' || key === String(ALL_PROJECTS_ID))
    return `Global Access: ${roleTitle(role)}`;
  const project = projects.find(({ id }) => String(id) === key);
  return project ? `${project.name}: ${roleTitle(role)}` : `Invalid Key ${key}`;
}

/** The names of the shipped roles in words. The API keeps its own; the role of a pod is 'lead' there. */
const TITLES = new Map([
  ['project_admin', 'project admin'],
  ['project_lead', 'project lead'],
  ['project_member', 'project member'],
  ['pod-lead', 'pod lead'],
]);

/** The name of a role on the screen: the same everywhere, and of each role another one. */
export function roleTitle(role: string): string {
  return TITLES.get(role) ?? role;
}

/** The name of the role that a pod gives, away from the pod: its lead is the pod lead. */
export function podRoleTitle(role: string): string {
  return role === 'lead' ? 'pod lead' : role;
}

const KNOWN: Readonly<Record<string, string>> = {
  admin: 'red',
  trainer: 'blue',
  reviewer: 'green',
  'pod-lead': 'purple',
};

/** The colour of a role, by its name; other roles are grey. */
function roleColor(role: string): string {
  return Object.hasOwn(KNOWN, role) ? (KNOWN[role] ?? 'grey') : 'grey';
}
