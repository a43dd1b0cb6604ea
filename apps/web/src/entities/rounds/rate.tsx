import { Box } from '@mui/material';
import type { Share } from '@portal/contracts/share';
import { intervalText, shareText } from '../../lib/share-text';

/** A rate with what it is counted from, and its interval: '90.0% of 10', '55.5 to 99.7%'. */
export function RateWithInterval({ rate }: { rate: Share }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {shareText(rate)}
      {rate.of > 0 && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
          {intervalText(rate)}
        </Box>
      )}
    </Box>
  );
}
