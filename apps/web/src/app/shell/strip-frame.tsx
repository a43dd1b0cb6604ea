import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useMatches } from 'react-router';
import { z } from 'zod';
import { NOT_PRINTED } from '../../ui/theme-media';

/**
 * The strip above pages without a sidebar. It has its height from the beginning, so that the page
 * below stays where it is when project selector and sync line arrive.
 */
export function StripFrame({ children }: { children?: ReactNode }) {
  const selector = useSelectorPlace();
  const inSidebar = selector === 'in the sidebar';
  return (
    <Box
      role="region"
      aria-label="Project"
      sx={(theme) => ({
        display: { xs: 'flex', lg: inSidebar ? 'none' : 'flex' },
        flexDirection: { xs: 'column', sm: 'row' },
        alignItems: { xs: 'stretch', sm: 'center' },
        justifyContent: 'space-between',
        columnGap: 3,
        rowGap: 1,
        minHeight: selector === undefined ? 44 : { xs: 89, sm: 64 },
        px: { xs: 2, sm: 3 },
        py: 1.25,
        borderBottom: `1px solid ${theme.vars.palette.line.soft}`,
        ...NOT_PRINTED,
      })}
    >
      {children}
    </Box>
  );
}

/** Where the open page has the project selector, as its route says; undefined for pages without one. */
export function useSelectorPlace(): string | undefined {
  return useMatches()
    .map(({ handle }) => handleSchema.safeParse(handle).data?.selector)
    .find((place) => place !== undefined);
}

const handleSchema = z.object({ selector: z.enum(['in the sidebar', 'above the page']) });
