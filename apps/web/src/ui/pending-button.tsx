import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';

interface PendingButtonProps extends Omit<ButtonProps, 'loading' | 'type' | 'onClick'> {
  /** Whether the change is under way. */
  pending: boolean;
}

/**
 * The button that sends a form which stays on the page. It keeps the focus while the change is under
 * way: a disabled button would lose it.
 */
export function PendingButton({ pending, children, ...props }: PendingButtonProps) {
  return (
    <Button
      {...props}
      type="submit"
      aria-disabled={pending}
      onClick={(event) => {
        // Neither a click nor Enter in a field sends the form again.
        if (pending) event.preventDefault();
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
