import { ListItemText } from '@mui/material';
import { POD_ROLES } from '@portal/contracts/constants';
import type { Option } from '../../ui/inputs/select-field';

type PodRole = (typeof POD_ROLES)[number];

export const POD_ROLE_TITLES: Readonly<Record<PodRole, string>> = {
  lead: 'Lead',
  reviewer: 'Reviewer',
  trainer: 'Trainer',
};

const ABOUT: Readonly<Record<PodRole, string>> = {
  lead: 'Manages members and weekly targets, and sees the numbers of everybody in the pod.',
  reviewer: 'Reviews tasks and writes feedback. Sees the numbers of the pod, has no weekly target.',
  trainer: 'Works on tasks and has the weekly target. Sees only their own numbers.',
};

/** The choices of a pod role, each with what it is for. */
export const POD_ROLE_OPTIONS: readonly Option[] = POD_ROLES.map((value) => ({
  value,
  label: (
    <ListItemText
      primary={POD_ROLE_TITLES[value]}
      secondary={ABOUT[value]}
      slotProps={{
        primary: { variant: 'body2' },
        secondary: { variant: 'caption', sx: { whiteSpace: 'normal', maxWidth: 340 } },
      }}
    />
  ),
}));

/** What the closed select of a pod role shows. */
export function podRoleTitle(role: unknown): string {
  const known = POD_ROLES.find((one) => one === role);
  return known === undefined ? '' : POD_ROLE_TITLES[known];
}
