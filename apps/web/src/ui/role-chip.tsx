import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { roleColor } from './role-color';

interface RoleChipProps {
  /** The name of the role; it decides the colour. */
  role: string;
  /** The text, if it is more than the name of the role. */
  label?: string;
}

/** A role with its colour. The text names the role, so the colour is never the only sign. */
export function RoleChip({ role, label = role }: RoleChipProps) {
  return (
    <Chip
      size="small"
      variant="outlined"
      label={label}
      title={label}
      data-role-color={roleColor(role)}
      sx={(theme) => {
        const color = shadeOf(theme, roleColor(role));
        return {
          maxWidth: '100%',
          borderColor: color,
          backgroundColor: `color-mix(in srgb, ${color} 12%, transparent)`,
        };
      }}
    />
  );
}

function shadeOf(theme: Theme, color: string): string {
  const { status } = theme.vars.palette;
  const shades: Readonly<Record<string, string>> = {
    red: status.rework,
    blue: status.in_progress,
    green: status.completed,
    purple: status.ready_for_review,
  };
  return shades[color] ?? status.other;
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
  if (key === 'global' || key === String(ALL_PROJECTS_ID)) return `Global Access: ${role}`;
  const project = projects.find(({ id }) => String(id) === key);
  return project ? `${project.name}: ${role}` : `Invalid Key ${key}`;
}
