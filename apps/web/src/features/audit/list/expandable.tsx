import ChevronIcon from '~icons/ic/baseline-chevron-right';
import { Box, ButtonBase, Collapse, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { Row } from '../../../ui/layout';

interface ExpandableProps {
  label: string;
  open: boolean;
  onToggle: () => void;
  /** Below the label. */
  facts?: ReactNode;
  /** Below the facts while it is closed. */
  preview?: ReactNode;
  /** At the right end. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A row whose label shows and hides details. */
export function Expandable({
  label,
  open,
  onToggle,
  facts,
  preview,
  actions,
  children,
}: ExpandableProps) {
  const id = useId();
  return (
    <>
      <Row wrap align="flex-start" sx={{ columnGap: 2 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <ButtonBase
            aria-expanded={open}
            aria-controls={id}
            onClick={onToggle}
            sx={{
              display: 'flex',
              justifyContent: 'flex-start',
              alignItems: 'flex-start',
              gap: 0.5,
              width: '100%',
              py: 0.5,
              borderRadius: 1,
              textAlign: 'left',
            }}
          >
            <ChevronIcon
              fontSize="small"
              sx={(theme) => ({
                mt: 0.25,
                color: 'text.secondary',
                transform: open ? 'rotate(90deg)' : 'none',
                transition: theme.transitions.create('transform', { duration: 120 }),
                '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
              })}
            />
            <Typography component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {label}
            </Typography>
          </ButtonBase>
          <Box sx={{ pl: 3 }}>
            {facts}
            {!open && preview}
          </Box>
        </Box>
        <Row wrap gap={1} sx={{ minHeight: 32, ml: { xs: 3, sm: 0 } }}>
          {actions}
        </Row>
      </Row>
      <Collapse in={open} unmountOnExit id={id} timeout={120}>
        <Box sx={{ pl: { xs: 0, sm: 3 }, pt: 1, pb: 1 }}>{children}</Box>
      </Collapse>
    </>
  );
}
