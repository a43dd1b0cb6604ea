import { Card, type SxProps, type Theme } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { CardHeader } from './card-header';
import { PartBoundary } from './part-boundary';

interface SectionCardProps {
  title: string;
  /** What the card counts, if its words do not say it. */
  meaning?: string | undefined;
  detail?: ReactNode;
  /** Controls at the right end of the heading, such as toggles. */
  actions?: ReactNode;
  /** Styles of the card. */
  sx?: Exclude<SxProps<Theme>, readonly unknown[]>;
  children: ReactNode;
}

/** A card that is a section of its page, named by its heading. */
export function SectionCard(props: SectionCardProps) {
  const { title, meaning, detail, actions, sx = {}, children } = props;
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={[{ p: 2.5, minWidth: 0 }, sx]}>
      <CardHeader {...{ title, meaning, titleId, detail, actions }} />
      <PartBoundary resetOn={children}>{() => children}</PartBoundary>
    </Card>
  );
}
