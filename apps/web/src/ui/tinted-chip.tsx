import { Chip } from '@mui/material';

interface TintedChipProps {
  /** Any CSS colour. The text says the same, so the colour is never the only sign. */
  color: string;
  label: string;
}

/** A short text, such as a status, with its colour. */
export function TintedChip({ color, label, ...data }: TintedChipProps) {
  return (
    <Chip
      component="span"
      size="small"
      variant="outlined"
      label={label}
      title={label}
      {...data}
      style={{
        maxWidth: '100%',
        borderColor: color,
        backgroundColor: `color-mix(in srgb, ${color} 12%, transparent)`,
      }}
    />
  );
}
