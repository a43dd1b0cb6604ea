import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useRoles } from '../../../entities/roles/api';
import { useRefusal } from '../../../entities/roles/use-refusal';

interface RolePickerProps {
  value: string;
  onChange: (role: string) => void;
  /** The project of the assignment; roles beyond the caller's own permissions there are disabled. */
  projectId: number | undefined;
  /** No role is an option. */
  optional?: boolean;
}

/** Chooses a role by name; each option says what the role is for. */
export function RolePicker({ value, onChange, projectId, optional = false }: RolePickerProps) {
  const { data: roles = [], isError, refetch } = useRoles();
  const refusalOf = useRefusal(projectId);
  return (
    <TextField
      select
      size="small"
      label="Role"
      value={roles.some(({ name }) => name === value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      error={isError}
      helperText={
        isError && (
          <>
            Error loading available roles{' '}
            <Button size="small" onClick={() => void refetch()} sx={{ minHeight: 0, py: 0 }}>
              Try Again
            </Button>
          </>
        )
      }
      slotProps={{
        inputLabel: optional ? { shrink: true } : {},
        select: { displayEmpty: optional, renderValue: (name) => String(name) || 'No role' },
        formHelperText: { component: 'div' },
      }}
    >
      {optional && <MenuItem value="">No role</MenuItem>}
      {roles.map((role) => (
        <MenuItem key={role.name} value={role.name} disabled={refusalOf(role) !== null}>
          <ListItemText
            primary={role.name}
            secondary={refusalOf(role) ?? role.description}
            slotProps={{
              primary: { variant: 'body2' },
              secondary: { variant: 'caption', sx: { whiteSpace: 'normal', maxWidth: 340 } },
            }}
          />
        </MenuItem>
      ))}
    </TextField>
  );
}
