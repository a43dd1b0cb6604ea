import { Card, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { Explained } from './explained';
import { Row } from './layout';

interface MetricCardProps {
  title: string;
  value: number;
  format: (value: number) => string;
  subtitle: string;
  /** What the figure counts, if its words do not say it. */
  meaning?: string | undefined;
  /** A small chart of the figure. */
  visual: ReactNode;
  /** Draws the figure from its text, such as a button. */
  renderFigure?: (text: string) => ReactNode;
}

/** One figure with a description and a small chart. */
export function MetricCard(props: MetricCardProps) {
  const { title, value, format, subtitle, meaning, visual, renderFigure } = props;
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        gridTemplateRows: 'auto auto 1fr',
        columnGap: 1,
        p: { xs: 1.75, sm: 2.25 },
        minWidth: 0,
      }}
    >
      <Typography id={id} variant="subtitle2" component="h2" color="textSecondary">
        <Explained text={title} meaning={meaning} />
      </Typography>
      <Row
        sx={{
          gridArea: { xs: '1 / 2', sm: '1 / 2 / span 2' },
          alignSelf: 'center',
          // Narrow screens have room for a small chart only.
          zoom: { xs: 0.6, sm: 1 },
          minHeight: { xs: 0, sm: 54 },
        }}
      >
        {visual}
      </Row>
      <Typography
        component="p"
        sx={{
          gridColumn: { xs: '1 / -1', sm: 'auto' },
          alignSelf: 'center',
          fontSize: { xs: '1.625rem', sm: '1.875rem' },
          lineHeight: 1.25,
          fontWeight: 650,
          letterSpacing: '-0.028em',
          whiteSpace: 'nowrap',
        }}
      >
        {renderFigure ? renderFigure(format(value)) : format(value)}
      </Typography>
      <Typography variant="caption" color="textSecondary" sx={{ gridColumn: '1 / -1', mt: 0.75 }}>
        {subtitle}
      </Typography>
    </Card>
  );
}
