import { MenuItem, TextField } from '@mui/material';
import { POD_ROLES } from '@portal/contracts/constants';
import { z } from 'zod';
import type { PodRole } from '../role-groups';

export const ROLE_TITLES: Record<PodRole, string> = {
  lead: 'Lead',
  reviewer: 'Reviewer',
  trainer: 'Trainer',
};
const roleSchema = z.enum(POD_ROLES);

interface RoleFieldProps {
  /** The label, or with `bare` only the accessible name. */
  label: string;
  role: PodRole;
  onChange: (role: PodRole) => void;
  bare?: boolean;
  /** Whether it cannot be changed now; it keeps the focus. */
  readOnly?: boolean;
}

/** A choice of the pod roles. */
export function RoleField({
  label,
  role,
  onChange,
  bare = false,
  readOnly = false,
}: RoleFieldProps) {
  return (
    <TextField
      select
      fullWidth={!bare}
      size={bare ? 'small' : 'medium'}
      {...(!bare && { label })}
      value={role}
      onChange={(event) => onChange(roleSchema.parse(event.target.value))}
      slotProps={{
        input: { readOnly },
        select: bare ? { SelectDisplayProps: { 'aria-label': label } } : {},
      }}
      sx={{
        ...(readOnly && { opacity: 0.6 }),
        ...(bare && { minWidth: 124, '& .MuiSelect-select': { py: 0.75, fontSize: '0.875rem' } }),
      }}
    >
      {POD_ROLES.map((option) => (
        <MenuItem key={option} value={option}>
          {ROLE_TITLES[option]}
        </MenuItem>
      ))}
    </TextField>
  );
}
