import { Typography } from '@mui/material';
import { Row } from '../../ui/layout';
import type { PaletteItem } from './palette-item';

interface PaletteOptionProps {
  id: string;
  item: PaletteItem;
  active: boolean;
  /** The pointer moved onto it. */
  onActive: () => void;
  onChoose: () => void;
}

/** One result; the keyboard stays in the search field. */
export function PaletteOption({ id, item, active, onActive, onChoose }: PaletteOptionProps) {
  const { icon: Icon, label, detail } = item;
  return (
    <Row
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onMouseMove={active ? undefined : onActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      gap={1.5}
      sx={(theme) => ({
        px: 1.5,
        minHeight: 42,
        borderRadius: 1,
        cursor: 'pointer',
        color: active ? 'text.primary' : 'text.secondary',
        backgroundColor: active ? `rgb(${theme.vars.palette.primary.mainChannel} / 0.14)` : 'none',
        scrollMarginBlock: 32,
      })}
    >
      <Icon fontSize="small" color={active ? 'primary' : 'inherit'} sx={{ flexShrink: 0 }} />
      <Typography
        component="span"
        variant="subtitle1"
        noWrap
        color="textPrimary"
        sx={{ flexShrink: 0, maxWidth: '70%' }}
      >
        {label}
      </Typography>
      {detail !== undefined && (
        <Typography
          component="span"
          variant="caption"
          noWrap
          align="right"
          color="textSecondary"
          sx={{ flex: 1 }}
        >
          {detail}
        </Typography>
      )}
    </Row>
  );
}
