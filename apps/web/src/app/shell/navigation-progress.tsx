import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useNavigation } from 'react-router';
import { TOP_BAR_HEIGHT } from './measures';

const LinearProgress = lazy(() => import('@mui/material/LinearProgress'));

/** A thin progress bar below the top bar while the next page loads. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <Box sx={{ position: 'fixed', top: TOP_BAR_HEIGHT - 2, insetInline: 0, zIndex: 'appBar' }}>
      <Suspense>
        <LinearProgress aria-label="Loading page" sx={{ height: 2, borderRadius: 0 }} />
      </Suspense>
    </Box>
  );
}
