import { Box, Card, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { API_BASE } from '../../session/api';
import { Row } from '../../ui/layout';
import { PageHeader } from '../../ui/page-header';
import { NarrowPage } from '../../ui/narrow-page';
import { useBackendVersion } from './use-backend-version';

const FRONTEND_VERSION = '0.0.0';

/** Versions of client and server, and a link to the API. */
export function AboutPage() {
  const version = useBackendVersion();
  return (
    <NarrowPage>
      <PageHeader title="About" subtitle="Turing Portal for AI Trainers and Reviewers" />
      <Card component="dl">
        <Fact name="Frontend version">{FRONTEND_VERSION}</Fact>
        <Fact name="Backend version">
          {version.isPending ? (
            <Skeleton width={64} />
          ) : version.isError ? (
            <Box component="span" sx={{ color: 'error.main' }}>
              Error fetching version
            </Box>
          ) : (
            version.data.version
          )}
        </Fact>
        <Fact name="API URL">{new URL(API_BASE, window.location.origin).href}</Fact>
      </Card>
    </NarrowPage>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Row
      wrap
      align="stretch"
      justify="space-between"
      gap={1}
      sx={{ px: 2.5, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Typography component="dt" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Row>
  );
}
