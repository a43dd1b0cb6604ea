import Button from '@mui/material/Button';

interface ShowTasksButtonProps {
  /** The number, for the accessible name. */
  of: string;
  onClick: () => void;
}

/** Opens the tasks that a number counts. */
export function ShowTasksButton({ of, onClick }: ShowTasksButtonProps) {
  return (
    <Button size="small" onClick={onClick} aria-label={`Show tasks: ${of}`} sx={{ px: 0.75 }}>
      Show tasks
    </Button>
  );
}
