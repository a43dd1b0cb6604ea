import { ListItemText, ListSubheader, Menu, MenuItem } from '@mui/material';
import type { FormatSettings } from '@portal/contracts/file-formats';
import { CSV_FIELDS } from '@portal/contracts/task-csv';
import { columnsOf, type Use } from '../draft';
import { aboutField, isNeeded, isOneOfTwo, labelOf } from '../field-words';
import { type FieldKey, REVIEW_KEYS } from '../names';

interface UseMenuProps {
  anchor: HTMLElement;
  settings: FormatSettings;
  column: string;
  use: Use;
  onUse: (use: Use) => void;
  /** Adds the column to those of a field. */
  onJoin: (key: FieldKey) => void;
  onClose: () => void;
}

/** What a column may become: nothing, metadata, or a field, by the names that people see. */
export function UseMenu({ anchor, settings, column, use, onUse, onJoin, onClose }: UseMenuProps) {
  const choose = (change: () => void) => () => {
    change();
    onClose();
  };
  const fields = settings.rows === 'reviews' ? (['turing_task_id'] as const) : CSV_FIELDS;
  const item = (key: FieldKey) => {
    const taken = key === use ? undefined : columnsOf(settings, key)?.columns.join(' + ');
    return (
      <MenuItem key={key} selected={key === use} onClick={choose(() => onUse(key))} dense>
        <ListItemText
          primary={
            <>
              {labelOf(key)}
              {isNeeded(key) && (isOneOfTwo(key) ? ' (one of these two is needed)' : ' *')}{' '}
              <code>{key}</code>
            </>
          }
          secondary={taken === undefined ? aboutField(key) : `now from ${taken}`}
          slotProps={{
            primary: { sx: { '& code': { fontSize: '0.75em', color: 'text.secondary', ml: 0.5 } } },
            secondary: { variant: 'caption', sx: { whiteSpace: 'normal' } },
          }}
        />
      </MenuItem>
    );
  };
  const joinable = [...fields, ...REVIEW_KEYS].filter(
    (key) => key !== use && columnsOf(settings, key) !== undefined,
  );
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        paper: { sx: { maxHeight: 440, width: 360, maxWidth: '92vw' } },
        list: { 'aria-label': `What ${column} becomes` },
      }}
    >
      <MenuItem dense selected={use === 'ignored'} onClick={choose(() => onUse('ignored'))}>
        Ignored
      </MenuItem>
      <MenuItem dense selected={use === 'metadata'} onClick={choose(() => onUse('metadata'))}>
        Kept as metadata
      </MenuItem>
      <ListSubheader>Of the task (* is needed)</ListSubheader>
      {fields.map(item)}
      <ListSubheader>Of a review</ListSubheader>
      {REVIEW_KEYS.map(item)}
      {joinable.length > 0 && <ListSubheader>Joined to another column</ListSubheader>}
      {joinable.map((key) => (
        <MenuItem key={`join ${key}`} dense onClick={choose(() => onJoin(key))}>
          {`Added to ${labelOf(key)}, after ${columnsOf(settings, key)?.columns.join(' + ') ?? ''}`}
        </MenuItem>
      ))}
    </Menu>
  );
}
