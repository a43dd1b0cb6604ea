import { POD_ROLES } from '@portal/contracts/constants';
import { z } from 'zod';
import { SelectField } from '../../../ui/inputs/select-field';
import { POD_ROLE_OPTIONS, podRoleTitle } from '../../../entities/pods/pod-roles';
import type { PodRole } from '../role-groups';

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
    <SelectField
      fullWidth={!bare}
      size={bare ? 'small' : 'medium'}
      {...(!bare && { label })}
      value={role}
      options={POD_ROLE_OPTIONS}
      onChange={(next) => onChange(roleSchema.parse(next))}
      slotProps={{
        input: { readOnly },
        select: {
          renderValue: podRoleTitle,
          ...(bare && { SelectDisplayProps: { 'aria-label': label } }),
        },
      }}
      sx={{
        ...(readOnly && { opacity: 0.6 }),
        ...(bare && { minWidth: 124, '& .MuiSelect-select': { py: 0.75, fontSize: '0.875rem' } }),
      }}
    />
  );
}
