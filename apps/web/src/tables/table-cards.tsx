import { Box, FormControlLabel, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { cellOf } from './columns';
import { SafeCell } from './safe-cell';
import { SelectPage, SelectRow } from './select-row';
import type { TableViewProps } from './table-grid';
import { DrawnRows, isLong } from './drawn-rows';
import { Row } from '../ui/layout';

const CARD_HEIGHT = 180;

/** The rows as cards, for narrow screens. The first column is the title of a card. */
export function TableCards<Row extends object>(props: TableViewProps<Row>) {
  const { table, label, columns, selection, actions, maxHeight, firstIndex, total } = props;
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const { rows } = table.getRowModel();
  const long = isLong(rows.length);
  const [title, ...rest] = columns;
  return (
    <>
      {selection && (
        <FormControlLabel
          control={<SelectPage table={table} />}
          label="Select all"
          sx={{ mb: 1 }}
        />
      )}
      <Box
        ref={setContainer}
        {...(long && { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrolls` })}
        sx={long ? { maxHeight, overflowY: 'auto' } : {}}
      >
        <DrawnRows count={rows.length} container={container} estimate={CARD_HEIGHT}>
          {(drawn) => (
            <Box
              component="ul"
              aria-label={label}
              style={{ paddingTop: drawn.before, paddingBottom: drawn.after }}
            >
              {drawn.indexes.map((index) => {
                const row = rows[index];
                if (!row) return null;
                return (
                  <Box
                    key={row.id}
                    ref={drawn.measure}
                    data-index={index}
                    component="li"
                    aria-setsize={total}
                    aria-posinset={firstIndex + index + 1}
                    sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider' }}
                  >
                    <Row gap={1} sx={{ minHeight: 34 }}>
                      {selection && (
                        // Below the box that selects all.
                        <Box sx={{ ml: '-11px' }}>
                          <SelectRow
                            row={row}
                            selected={row.getIsSelected()}
                            label={selection.rowLabel(row.original)}
                          />
                        </Box>
                      )}
                      <Typography
                        variant="subtitle1"
                        component="div"
                        sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
                      >
                        {title && (
                          <SafeCell of={row.original}>
                            {() => cellOf(title, row.original) ?? '–'}
                          </SafeCell>
                        )}
                      </Typography>
                    </Row>
                    <Box component="dl" sx={factsSx}>
                      {rest.map((column) => (
                        <SafeCell key={column.id} of={row.original}>
                          {() => <Fact name={column.label}>{cellOf(column, row.original)}</Fact>}
                        </SafeCell>
                      ))}
                    </Box>
                    {actions && (
                      <Row align="stretch" justify="flex-end" sx={{ mr: -0.75 }}>
                        {actions(row.original)}
                      </Row>
                    )}
                  </Box>
                );
              })}
            </Box>
          )}
        </DrawnRows>
      </Box>
    </>
  );
}

/** A value with its name; a card leaves out empty values. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  );
}

const factsSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(88px, 34%) minmax(0, 1fr)',
  columnGap: 1.5,
  rowGap: 0.5,
  m: 0,
  mt: 0.5,
  typography: 'body2',
} as const;
