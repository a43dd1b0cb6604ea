import ErrorIcon from '~icons/ic/outline-error';
import InboxIcon from '~icons/ic/outline-inbox';
import PlayIcon from '~icons/ic/baseline-play-arrow';
import PlayCircleIcon from '~icons/ic/outline-play-circle';
import { Alert, AlertTitle, Box, CircularProgress, type SvgIcon, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { formatDuration } from '../../../lib/format';
import { browserNow, useNow } from '../../../lib/use-now';
import { Columns } from '../../../ui/layout';
import { VanishingButton } from '../../../ui/vanishing-button';
import type { QueryFailure } from '../query-failure';
import { BODY_HEIGHT } from '../stats-grid';
import type { ChartType } from '../use-views';

/** The query runs for the first time. Its place is as high as most results. */
export function Running({ view, onCancel }: { view: ChartType; onCancel: () => void }) {
  const [startedAt] = useState(browserNow);
  const now = useNow(1_000);
  return (
    <Centered minHeight={BODY_HEIGHT[view]}>
      <CircularProgress size={28} thickness={5} aria-label="Running" />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        Running · {formatDuration((now - startedAt) / 1000)}
      </Typography>
      <VanishingButton size="small" onClick={onCancel}>
        Cancel
      </VanishingButton>
    </Centered>
  );
}

/** The query has not run, or its first run was cancelled. */
export function Idle({ onRun }: { onRun: () => void }) {
  return (
    <Message icon={PlayCircleIcon} title="Ready to Execute">
      <VanishingButton size="small" variant="outlined" startIcon={<PlayIcon />} onClick={onRun}>
        Run
      </VanishingButton>
    </Message>
  );
}

export function NoData() {
  return (
    <Message icon={InboxIcon} title="No Data">
      <Typography variant="body2" color="textSecondary">
        No results returned by this query
      </Typography>
    </Message>
  );
}

interface QueryErrorProps {
  failure: QueryFailure;
  onRun?: () => void;
}

/** The error of a query with its position. */
export function QueryError({ failure, onRun }: QueryErrorProps) {
  return (
    <Alert
      severity="error"
      icon={<ErrorIcon />}
      sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}
    >
      <AlertTitle>Query Error</AlertTitle>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{failure.text}</Box>
      {failure.place !== undefined && (
        <Typography variant="caption" color="textSecondary" component="p">
          {failure.place}
        </Typography>
      )}
      {onRun && (
        <VanishingButton size="small" onClick={onRun} sx={{ mt: 1 }}>
          Run again
        </VanishingButton>
      )}
    </Alert>
  );
}

interface MessageProps {
  icon: typeof SvgIcon;
  title: string;
  children: ReactNode;
}

function Message({ icon: Icon, title, children }: MessageProps) {
  return (
    <Centered>
      <Icon sx={{ color: 'text.disabled', fontSize: 32 }} />
      <Typography variant="subtitle1">{title}</Typography>
      {children}
    </Centered>
  );
}

function Centered({ children, minHeight = 180 }: { children: ReactNode; minHeight?: number }) {
  return (
    <Columns
      gap={0.5}
      sx={(theme) => ({
        placeContent: 'center',
        justifyItems: 'center',
        textAlign: 'center',
        flex: 1,
        minHeight,
        p: 2,
        borderRadius: 2,
        border: `1px dashed ${theme.vars.palette.line.strong}`,
      })}
    >
      {children}
    </Columns>
  );
}
