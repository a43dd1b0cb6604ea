import { useTheme } from '@mui/material';

/** The portal's logo: a T on a tape, with the head on a cell. */
export function LogoMark({ size }: { size: number }) {
  const { palette } = useTheme().vars;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill={palette.primary.main} fillOpacity="0.16" />
      <g stroke={palette.primary.main} strokeWidth="3.2" strokeLinecap="round">
        <path d="M8 9.5h16" />
        <path d="M16 9.5v13" />
      </g>
      <circle cx="23" cy="21.5" r="2.6" fill={palette.warning.main} />
    </svg>
  );
}
