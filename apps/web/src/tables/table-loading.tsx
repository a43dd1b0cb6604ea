import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { visuallyHidden } from '../ui/visually-hidden';

interface TableLoadingProps {
  label: string;
  columns: number;
  rows: number;
}

/** Placeholder of the first page. */
export function TableLoading({ label, columns, rows }: TableLoadingProps) {
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1.25, py: 1 }}>
      <span style={visuallyHidden}>Loading {label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Box key={row} sx={{ display: 'flex', gap: 2 }}>
          {Array.from({ length: columns }, (_, column) => (
            <Skeleton
              key={column}
              height={28}
              sx={{
                flex: column === 0 ? 2 : 1,
                display: { xs: column > 1 ? 'none' : 'block', sm: 'block' },
              }}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}
