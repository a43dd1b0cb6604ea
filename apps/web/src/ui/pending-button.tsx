import { Box, Button, type ButtonProps, CircularProgress } from '@mui/material';

interface PendingButtonProps extends Omit<ButtonProps, 'loading'> {
  /** Whether the change is under way. */
  pending: boolean;
}

/**
 * A button beside what it changes. It keeps the focus while the change is under way: a disabled button, as
 * a loading one is, would lose it.
 */
export function PendingButton({ pending, onClick, children, ...props }: PendingButtonProps) {
  return (
    <Button
      {...props}
      aria-disabled={pending}
      onClick={(event) => {
        // Neither a click nor Enter in a field of its form does it again.
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending && (
        <CircularProgress aria-hidden size={16} color="inherit" sx={{ position: 'absolute' }} />
      )}
      <Box component="span" sx={{ opacity: pending ? 0 : 1 }}>
        {children}
      </Box>
    </Button>
  );
}
