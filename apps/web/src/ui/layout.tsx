import { Box, type BoxProps, type SxProps, type Theme } from '@mui/material';

type Space = number | Readonly<Partial<Record<'xs' | 'sm' | 'md' | 'lg' | 'xl', number>>>;

interface LayoutProps extends Omit<BoxProps, 'sx' | 'component'> {
  component?:
    | 'div'
    | 'span'
    | 'ul'
    | 'ol'
    | 'li'
    | 'dl'
    | 'section'
    | 'header'
    | 'main'
    | 'nav'
    | 'form';
  noValidate?: boolean;
  /** Space between the children, in the theme's unit. */
  gap?: Space | undefined;
  sx?: Exclude<SxProps<Theme>, readonly unknown[]>;
}

interface RowProps extends LayoutProps {
  /** Children that have no room go to the next line. */
  wrap?: boolean;
  align?: 'center' | 'stretch' | 'baseline' | 'flex-start' | 'flex-end' | 'start' | 'end';
  justify?: 'center' | 'space-between' | 'flex-end';
}

/** Children beside each other, with their middles on one line. */
export function Row({ gap, wrap = false, align = 'center', justify, sx = {}, ...box }: RowProps) {
  const row = {
    display: 'flex',
    alignItems: align,
    ...(wrap && { flexWrap: 'wrap' }),
    ...(justify !== undefined && { justifyContent: justify }),
    ...(gap !== undefined && { gap }),
  };
  return <Box {...box} sx={[row, sx]} />;
}

/**
 * A number of equal columns; or the share of each, or its width in CSS; or as many as fit, each at least
 * so many pixels wide.
 */
type Tracks = number | readonly (number | string)[] | { least: number };

interface ColumnsProps extends LayoutProps {
  /** From each width of the screen on; one column below the first. */
  columns?: Tracks | Readonly<Partial<Record<'xs' | 'sm' | 'md' | 'lg' | 'xl', Tracks>>>;
}

/** Children below each other, or in columns; none is wider than its column. */
export function Columns({ columns = 1, gap, sx = {}, ...box }: ColumnsProps) {
  const grid = {
    display: 'grid',
    gridTemplateColumns: isTracks(columns)
      ? template(columns)
      : Object.fromEntries(
          Object.entries({ xs: 1, ...columns }).map(([from, tracks]) => [from, template(tracks)]),
        ),
    ...(gap !== undefined && { gap }),
  };
  return <Box {...box} sx={[grid, sx]} />;
}

function isTracks(columns: NonNullable<ColumnsProps['columns']>): columns is Tracks {
  return typeof columns === 'number' || Array.isArray(columns) || 'least' in columns;
}

function template(tracks: Tracks): string {
  if (typeof tracks === 'number') return `repeat(${tracks}, minmax(0, 1fr))`;
  if ('least' in tracks) return `repeat(auto-fill, minmax(min(${tracks.least}px, 100%), 1fr))`;
  return tracks
    .map((track) => (typeof track === 'number' ? `minmax(0, ${track}fr)` : track))
    .join(' ');
}
