import { POD_ROLES } from '@portal/contracts/constants';
import { z } from 'zod';
import { SelectField } from '../../../ui/inputs/select-field';
import type { PodRole } from '../role-groups';

export const ROLE_TITLES: Record<PodRole, string> = {
  lead: 'Lead',
  reviewer: 'Reviewer',
  trainer: 'Trainer',
};
const roleSchema = z.enum(POD_ROLES);
const OPTIONS = POD_ROLES.map((value) => ({ value, label: ROLE_TITLES[value] }));

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
    <SelectField
      fullWidth={!bare}
      size={bare ? 'small' : 'medium'}
      {...(!bare && { label })}
      value={role}
      options={OPTIONS}
      onChange={(next) => onChange(roleSchema.parse(next))}
      slotProps={{
        input: { readOnly },
        select: bare ? { SelectDisplayProps: { 'aria-label': label } } : {},
      }}
      sx={{
        ...(readOnly && { opacity: 0.6 }),
        ...(bare && { minWidth: 124, '& .MuiSelect-select': { py: 0.75, fontSize: '0.875rem' } }),
      }}
    />
  );
}
