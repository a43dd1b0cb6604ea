import CloseIcon from '~icons/ic/baseline-close';
import { Box, IconButton, LinearProgress, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { Row } from '../../../../ui/layout';

interface TransferRowProps {
  fileName: string;
  /** What happens to the file now. */
  text: string;
  /** 0 to 1; undefined if nothing moves. */
  share?: number | undefined;
  /** The page of the file. */
  to: string;
  /** Undefined while the row cannot be removed. */
  onClose?: (() => void) | undefined;
}

/** One file in the panel of transfers. */
export function TransferRow({ fileName, text, share, to, onClose }: TransferRowProps) {
  return (
    <Box component="li" aria-label={fileName} sx={{ px: 2, py: 1.25 }}>
      <Row gap={1}>
        <Typography variant="subtitle2" noWrap title={fileName} sx={{ flex: 1, minWidth: 0 }}>
          {fileName}
        </Typography>
        <Link component={RouterLink} to={to} aria-label={`Open ${fileName}`} variant="body2">
          Open
        </Link>
        {onClose && (
          <IconButton
            size="small"
            aria-label={`Hide ${fileName}`}
            onClick={onClose}
            sx={{ mr: -1 }}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      </Row>
      <Typography variant="body2" color="textSecondary" role="status">
        {text}
      </Typography>
      {share !== undefined && (
        <LinearProgress
          variant="determinate"
          value={Math.floor(share * 100)}
          aria-label={`Progress of ${fileName}`}
          sx={{ mt: 0.75, height: 4 }}
        />
      )}
    </Box>
  );
}
