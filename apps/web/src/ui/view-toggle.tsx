import { type SvgIcon, ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';

interface ViewToggleProps<T extends string> {
  label: string;
  value: T;
  views: readonly { readonly value: T; readonly label: string; readonly icon: typeof SvgIcon }[];
  onChange: (value: T) => void;
}

/** Icon buttons to choose one of several views of the same data. */
export function ViewToggle<T extends string>({
  label,
  value,
  views,
  onChange,
}: ViewToggleProps<T>) {
  return (
    <ToggleButtonGroup size="small" exclusive value={value} aria-label={label}>
      {views.map((view) => (
        <ToggleButton
          key={view.value}
          value={view.value}
          aria-label={view.label}
          onClick={() => onChange(view.value)}
          sx={{ px: 1.1 }}
        >
          <Tooltip title={view.label}>
            <view.icon sx={{ fontSize: 19 }} />
          </Tooltip>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
