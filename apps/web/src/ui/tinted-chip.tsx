import { Chip } from '@mui/material';
import { Link } from 'react-router';

interface TintedChipProps {
  /** Any CSS colour. The text says the same, so the colour is never the only sign. */
  color: string;
  label: string;
  /** The page that it leads to. */
  to?: string | undefined;
}

/** A short text, such as a status, with its colour. */
export function TintedChip({ color, label, to, ...data }: TintedChipProps) {
  return (
    <Chip
      {...(to === undefined ? { component: 'span' } : { component: Link, to, clickable: true })}
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
