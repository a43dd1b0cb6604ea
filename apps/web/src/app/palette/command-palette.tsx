import SearchIcon from '~icons/ic/baseline-search';
import { Box, CircularProgress, Dialog, InputBase, Typography } from '@mui/material';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { plural } from '../../lib/format';
import { useProjectStore } from '../../lib/project-store';
import { visuallyHidden } from '../../ui/visually-hidden';
import type { PaletteItem } from './palette-item';
import { PaletteOption } from './palette-option';
import { usePalette } from './palette-store';
import { rememberItem } from './recent-items';
import { usePaletteItems } from './use-palette-items';

const PAGE = 6;

/** A search over tasks, pages, projects, pods, users and actions that opens or does what is chosen. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const { text, write } = usePalette();
  const [active, setActive] = useState(0);
  const { items, searching, failed, userId } = usePaletteItems(text);
  const current = Math.min(active, Math.max(0, items.length - 1));
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  function choose(item: PaletteItem): void {
    onClose();
    if ('run' in item) {
      item.run();
      return;
    }
    rememberItem(userId, item);
    if (item.projectId !== undefined) useProjectStore.getState().select(item.projectId);
    void navigate(item.to);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const chosen = items[current];
    const next = indexAfter(event.key, current, items.length);
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else return;
    event.preventDefault();
  }

  const status = searching
    ? 'Searching…'
    : items.length === 0
      ? 'Nothing found'
      : plural(items.length, 'result', 'results');

  return (
    <Dialog
      open
      fullWidth
      onClose={onClose}
      aria-label="Search"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          sx: { maxWidth: 620, mt: { xs: 2, sm: '12dvh' }, mx: 2, width: 'calc(100% - 32px)' },
        },
      }}
    >
      <InputBase
        inputRef={focusAtOpening}
        fullWidth
        placeholder="Search tasks, pages, projects, pods, people and actions"
        value={text}
        onChange={(event) => {
          write(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKey}
        startAdornment={<SearchIcon sx={{ mr: 1.5, color: 'text.secondary' }} />}
        endAdornment={searching && <CircularProgress size={18} aria-hidden />}
        inputProps={{
          role: 'combobox',
          'aria-label': 'Search',
          'aria-expanded': items.length > 0,
          'aria-controls': id,
          'aria-autocomplete': 'list',
          'aria-activedescendant': items.length > 0 ? optionId(current) : undefined,
          autoComplete: 'off',
          spellCheck: false,
        }}
        sx={(theme) => ({
          px: 2.5,
          minHeight: 58,
          fontSize: '1.0625rem',
          borderBottom: `1px solid ${theme.vars.palette.line.soft}`,
        })}
      />
      <span role="status" style={visuallyHidden}>
        {status}
      </span>
      <Box
        id={id}
        role="listbox"
        aria-label="Results"
        sx={{ overflowY: 'auto', maxHeight: 'min(56dvh, 460px)', px: 1, py: 1 }}
      >
        {groupsOf(items).map(({ group, first, members }) => (
          <Box key={group} role="group" aria-labelledby={`${id}-${group}`} sx={{ pb: 0.5 }}>
            <Typography
              id={`${id}-${group}`}
              component="div"
              variant="overline"
              sx={{ px: 1.5, pt: 0.75, color: 'text.secondary', textTransform: 'uppercase' }}
            >
              {group}
            </Typography>
            {members.map((item, at) => (
              <PaletteOption
                key={item.key}
                id={optionId(first + at)}
                item={item}
                active={first + at === current}
                onActive={() => setActive(first + at)}
                onChoose={() => choose(item)}
              />
            ))}
          </Box>
        ))}
      </Box>
      {items.length === 0 && (
        <Typography
          aria-hidden
          color="textSecondary"
          sx={{ px: 2.5, pb: 3, pt: 1, textAlign: 'center' }}
        >
          {searching ? 'Searching…' : `Nothing found for “${text.trim()}”`}
        </Typography>
      )}
      {failed && (
        <Typography role="alert" variant="caption" color="error" sx={{ px: 2.5, pb: 1.5 }}>
          Pods and users could not be searched
        </Typography>
      )}
      <Hints />
    </Dialog>
  );
}

/** The user opens the palette to type: focuses the field. */
function focusAtOpening(input: HTMLInputElement | null): void {
  input?.focus();
}

function Hints() {
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        display: { xs: 'none', sm: 'flex' },
        gap: 2.5,
        px: 2.5,
        py: 1.25,
        typography: 'caption',
        color: 'text.secondary',
        borderTop: `1px solid ${theme.vars.palette.line.soft}`,
        '& kbd': { fontFamily: 'inherit', fontWeight: 650, color: 'text.primary', mr: 0.5 },
      })}
    >
      <span>
        <kbd>↑↓</kbd> move
      </span>
      <span>
        <kbd>↵</kbd> open
      </span>
      <span>
        <kbd>Esc</kbd> close
      </span>
    </Box>
  );
}

interface GroupOfItems {
  readonly group: PaletteItem['group'];
  /** Index of the first member among all items. */
  readonly first: number;
  readonly members: readonly PaletteItem[];
}

function groupsOf(items: readonly PaletteItem[]): GroupOfItems[] {
  const names = [...new Set(items.map(({ group }) => group))];
  return names.map((group) => ({
    group,
    first: items.findIndex((item) => item.group === group),
    members: items.filter((item) => item.group === group),
  }));
}

/** The index that a key selects; the ends are joined. Undefined for other keys. */
function indexAfter(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current + count - 1) % count;
    case 'PageDown':
      return Math.min(count - 1, current + PAGE);
    case 'PageUp':
      return Math.max(0, current - PAGE);
    default:
      return undefined;
  }
}
