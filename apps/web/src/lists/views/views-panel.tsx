import DeleteIcon from '~icons/ic/outline-delete';
import {
  Box,
  Button,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { useState, type SubmitEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readHiddenColumns } from '../../tables/use-hidden-columns';
import { useSavedViews, viewQueryOf } from './saved-views';

interface ViewsPanelProps {
  base: string;
  /** Name under which the table stores its hidden columns. */
  table: string;
  onClose: () => void;
}

/** The saved views of a list, and a form that saves the current state under a name. */
export default function ViewsPanel({ base, table, onClose }: ViewsPanelProps) {
  const [views, save] = useSavedViews(base);
  const [search] = useSearchParams();
  const [name, setName] = useState('');
  const current = viewQueryOf(search, readHiddenColumns(table));
  const trimmed = name.trim();
  const replaces = views.some((view) => view.name === trimmed);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (trimmed === '') return;
    save([...views.filter((view) => view.name !== trimmed), { name: trimmed, query: current }]);
    setName('');
  }

  return (
    <Box sx={{ p: 2 }}>
      <Typography variant="h3" component="h2">
        Saved views
      </Typography>
      {views.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Save the search, filters, order and columns of this list under a name.
        </Typography>
      )}
      <List dense aria-label="Saved views" sx={{ mx: -1, maxHeight: 320, overflow: 'auto' }}>
        {views.map((view) => (
          <ListItem
            key={view.name}
            disablePadding
            secondaryAction={
              <Tooltip title="Delete view">
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={`Delete view ${view.name}`}
                  onClick={() => save(views.filter((one) => one !== view))}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            }
          >
            <ListItemButton
              component={Link}
              to={{ search: view.query }}
              selected={view.query === current}
              aria-current={view.query === current ? 'true' : undefined}
              onClick={onClose}
              sx={{ borderRadius: 1 }}
            >
              <ListItemText primary={view.name} sx={{ overflowWrap: 'anywhere' }} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      <Box component="form" onSubmit={submit} sx={{ display: 'flex', gap: 1, mt: 1 }}>
        <TextField
          size="small"
          fullWidth
          label="Name of the view"
          value={name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <Button type="submit" variant="contained" disabled={trimmed === ''}>
          {replaces ? 'Replace' : 'Save'}
        </Button>
      </Box>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        Views are stored in this browser. The URL of a view opens it for other users, too.
      </Typography>
    </Box>
  );
}
