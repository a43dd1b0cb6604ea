import { Box } from '@mui/material';
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
    <Box
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onMouseMove={active ? undefined : onActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.5,
        minHeight: 42,
        borderRadius: 1,
        cursor: 'pointer',
        color: active ? 'text.primary' : 'text.secondary',
        backgroundColor: active ? `rgb(${theme.vars.palette.primary.mainChannel} / 0.14)` : 'none',
        scrollMarginBlock: 32,
      })}
    >
      <Icon
        fontSize="small"
        sx={{ flexShrink: 0, color: active ? 'primary.main' : 'text.secondary' }}
      />
      <Box
        component="span"
        sx={{
          flexShrink: 0,
          maxWidth: '70%',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          typography: 'subtitle1',
          color: 'text.primary',
        }}
      >
        {label}
      </Box>
      {detail !== undefined && (
        <Box
          component="span"
          sx={{
            flex: 1,
            minWidth: 0,
            typography: 'caption',
            color: 'text.secondary',
            textAlign: 'right',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {detail}
        </Box>
      )}
    </Box>
  );
}
