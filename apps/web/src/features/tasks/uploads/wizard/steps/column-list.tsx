import ArrowDropDownIcon from '~icons/ic/baseline-arrow-drop-down';
import { Box, Button, Card, Chip, TextField, Typography } from '@mui/material';
import type { FormatSettings } from '@portal/contracts/file-formats';
import { plainHeader } from '@portal/domain/file-format/columns';
import { memo, useState } from 'react';
import { Columns, Row } from '../../../../../ui/layout';
import { columnsOf, type Use, usesOf, withJoined, withSource, withUse } from '../draft';
import { labelOf } from '../field-words';
import type { FieldKey } from '../names';
import { type Sample, textsOf } from '../read/sample';
import { UseMenu } from './use-menu';

/** A longer list has a search. */
const LONG = 12;

interface ColumnListProps {
  sample: Sample;
  settings: FormatSettings;
  onChange: (settings: FormatSettings) => void;
}

/** The columns of the file, each with its first values and what it becomes. */
export function ColumnList({ sample, settings, onChange }: ColumnListProps) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<{ column: string; anchor: HTMLElement } | null>(null);
  const uses = usesOf(settings);
  const plain = search.trim().toLowerCase();
  const shown = sample.headers
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => column.trim() !== '' && column.toLowerCase().includes(plain));
  return (
    <Columns gap={1}>
      {sample.headers.length > LONG && (
        <TextField
          type="search"
          size="small"
          label="Search columns"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <Card
        role="region"
        aria-label="Columns of the file"
        tabIndex={0}
        sx={{ maxHeight: 560, overflowY: 'auto' }}
      >
        <Box component="ul" aria-label="Columns of the file">
          {shown.map(({ column, at }) => {
            const use = uses.get(plainHeader(column)) ?? 'ignored';
            return (
              <ColumnRow
                key={at}
                sample={sample}
                column={column}
                use={use}
                joined={joinedOf(settings, use)}
                onOpen={setOpen}
              />
            );
          })}
        </Box>
        {shown.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ p: 2 }}>
            No column has this in its name.
          </Typography>
        )}
      </Card>
      <Joins settings={settings} sample={sample} onChange={onChange} />
      {open && (
        <UseMenu
          anchor={open.anchor}
          settings={settings}
          column={open.column}
          use={uses.get(plainHeader(open.column)) ?? 'ignored'}
          onUse={(use) => onChange(withUse(settings, open.column, use))}
          onJoin={(key) => onChange(withJoined(settings, key, open.column))}
          onClose={() => setOpen(null)}
        />
      )}
    </Columns>
  );
}

function joinedOf(settings: FormatSettings, use: Use): boolean {
  if (use === 'ignored' || use === 'metadata') return false;
  return (columnsOf(settings, use)?.columns.length ?? 0) > 1;
}

interface ColumnRowProps {
  sample: Sample;
  column: string;
  use: Use;
  joined: boolean;
  onOpen: (open: { column: string; anchor: HTMLElement }) => void;
}

/** Remembered, so that one choice does not draw three hundred rows. */
const ColumnRow = memo(function ColumnRow({ sample, column, use, joined, onOpen }: ColumnRowProps) {
  const text = textOfUse(use);
  return (
    <Row
      component="li"
      justify="space-between"
      gap={1.5}
      sx={{
        px: 1.5,
        py: 0.75,
        minHeight: 52,
        contentVisibility: 'auto',
        containIntrinsicSize: 'auto 52px',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography
          variant="body2"
          sx={{ overflowWrap: 'anywhere', fontWeight: use === 'ignored' ? 400 : 600 }}
          color={use === 'ignored' ? 'textSecondary' : 'textPrimary'}
        >
          {column}
        </Typography>
        <Typography variant="caption" component="div" noWrap color="textSecondary">
          {[...new Set(textsOf(sample, column))].slice(0, 3).join(' · ')}
        </Typography>
      </Box>
      <Button
        size="small"
        color={use === 'ignored' ? 'inherit' : 'primary'}
        variant="outlined"
        aria-haspopup="menu"
        aria-label={`${column} becomes ${text}`}
        endIcon={<ArrowDropDownIcon />}
        onClick={({ currentTarget }) => onOpen({ column, anchor: currentTarget })}
        sx={{ flex: 'none', maxWidth: '52%' }}
      >
        {joined ? `${text}, joined` : text}
      </Button>
    </Row>
  );
});

function textOfUse(use: Use): string {
  if (use === 'ignored') return 'Ignored';
  return use === 'metadata' ? 'Kept as metadata' : labelOf(use);
}

/** The fields of several columns, with the text between them. */
function Joins({ settings, sample, onChange }: ColumnListProps) {
  const joined = [...usesOf(settings).values()].filter(
    (use, at, all): use is FieldKey =>
      use !== 'metadata' && use !== 'ignored' && all.indexOf(use) === at && joinedOf(settings, use),
  );
  return joined.map((key) => {
    const source = columnsOf(settings, key);
    if (!source) return null;
    return (
      <Row key={key} wrap gap={1}>
        <Typography variant="body2">{labelOf(key)} joins</Typography>
        {source.columns.map((column) => (
          <Chip
            key={column}
            size="small"
            label={column}
            onDelete={() => onChange(withUse(settings, column, 'ignored'))}
          />
        ))}
        <TextField
          size="small"
          label="with"
          value={source.join}
          disabled={sample.rows.length === 0}
          onChange={({ target }) =>
            onChange(withSource(settings, key, { ...source, join: target.value }))
          }
          slotProps={{ htmlInput: { 'aria-label': `Text between the columns of ${labelOf(key)}` } }}
          sx={{ width: 90 }}
        />
      </Row>
    );
  });
}
