import { Button, Chip, Popover } from '@mui/material';
import { Suspense, useState, type ReactNode } from 'react';

interface PopoverButtonProps {
  label: string;
  icon: ReactNode;
  /** Shown after the label, unless it is 0. */
  count?: number;
  /** Names the popover. */
  title: string;
  /** CSS pixels. */
  width: number;
  /** What the popover shows; it may load lazily. */
  children: (close: () => void) => ReactNode;
}

/** A button of a toolbar that opens a form in a popover. */
export function PopoverButton({
  label,
  icon,
  count = 0,
  title,
  width,
  children,
}: PopoverButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={icon}
        {...(count > 0 && {
          endIcon: <Chip component="span" size="small" color="primary" label={count} sx={pillSx} />,
          'aria-label': `${label}: ${count}`,
        })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 38 }}
      >
        {label}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': title,
            sx: { width, maxWidth: 'calc(100vw - 32px)', mt: 0.5 },
          },
        }}
      >
        <Suspense>{children(close)}</Suspense>
      </Popover>
    </>
  );
}

const pillSx = { height: 20, cursor: 'inherit', '& > span': { px: 0.75, fontSize: 12 } } as const;
