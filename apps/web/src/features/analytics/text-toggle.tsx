import { ToggleButton, ToggleButtonGroup } from '@mui/material';

interface TextToggleProps<T extends string> {
  label: string;
  /** Null if none is chosen. */
  value: T | null;
  options: Readonly<Record<T, string>>;
  order: readonly T[];
  onChange: (value: T) => void;
}

/** Buttons with texts to choose one of several values. */
export function TextToggle<T extends string>({
  label,
  value,
  options,
  order,
  onChange,
}: TextToggleProps<T>) {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={value}
      aria-label={label}
      sx={{
        height: 38,
        maxWidth: '100%',
        '& .MuiToggleButton-root': {
          px: { xs: 0.75, sm: 1.75 },
          fontSize: { xs: '0.75rem', sm: '0.8125rem' },
          whiteSpace: 'nowrap',
        },
      }}
    >
      {order.map((option) => (
        <ToggleButton key={option} value={option} onClick={() => onChange(option)}>
          {options[option]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
