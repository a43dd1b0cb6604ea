import InboxIcon from '~icons/ic/outline-inbox';
import { Box, Card, CardContent, Skeleton, TableBody, Typography } from '@mui/material';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { z } from 'zod';
import { statusTitle } from '@portal/domain/statuses';
import { messageOf } from '../../../lib/api-error';
import { urlParam, useUrlState } from '../../../lib/url-state';
import { useDrawn } from '../../../lib/use-drawn';
import { Pager } from '../../../tables/pager';
import { TableFrame, type PlainHead } from '../../../tables/plain-table';
import { dimmedIf } from '../../../ui/dimmed';
import { visuallyHidden } from '../../../ui/visually-hidden';
import { MessagePanel } from '../../../ui/message-panel';
import { ImportRow, wideOnly } from './import-row';
import { IMPORT_KINDS, type ImportKind, useImports } from './api';
import { FailureAlert } from '../../../ui/failure';
import { Columns, Row } from '../../../ui/layout';
import { SelectField } from '../../../ui/inputs/select-field';

const PAGE_SIZE = 10;
const URL_PARAMS = {
  page: urlParam(wholeNumberParam({ minimum: 1, maximum: 1_000_000 }), 1),
  status: urlParam(z.enum(IMPORT_KINDS), null),
};
const HEADS: readonly PlainHead[] = [
  { head: 'File' },
  { head: 'State' },
  ...['Rows', 'Insert', 'Update', 'Unchanged'].map((head) => ({
    head,
    numeric: true,
    sx: wideOnly,
  })),
  { head: 'Uploaded', sx: wideOnly },
  { head: <span style={visuallyHidden}>Actions</span> },
];

/** All imports, newest first; the page number is in the URL. */
export function ImportHistory() {
  const [{ page, status }, setUrl] = useUrlState(URL_PARAMS);
  const imports = useImports({ page, size: PAGE_SIZE, kind: status });
  const { error, refetch } = imports;
  const drawn = useDrawn(imports, status);
  const data = drawn?.data;
  const isOld = drawn?.isOld ?? false;

  return (
    <Card component="section" aria-labelledby="imports-heading" sx={{ mt: 3 }}>
      <CardContent>
        <Row wrap gap={1.5} sx={{ mb: 1 }}>
          <Typography id="imports-heading" variant="h3" component="h2" sx={{ flex: 1 }}>
            Imports
          </Typography>
          <StatusFilter
            status={status}
            onChange={(chosen) => setUrl({ status: chosen, page: 1 })}
          />
        </Row>
        {error && (
          <FailureAlert title={messageOf(error, 'Error loading items')} onRetry={refetch} />
        )}
        {imports.isPending && !drawn && <Rows />}
        {data?.total === 0 && (
          <MessagePanel
            icon={InboxIcon}
            title={drawn?.label === null ? 'No imports yet' : 'No such imports'}
            {...(drawn?.label === null && {
              detail: 'Files that you upload are listed here with their counts.',
            })}
          />
        )}
        {data && data.items.length > 0 && (
          <Box aria-busy={isOld} sx={dimmedIf(isOld)}>
            <TableFrame
              label="Imports"
              heads={HEADS}
              sx={{
                '& th:first-of-type, & td:first-of-type': { pl: 0 },
                '& tr > :last-child': { pr: 0 },
              }}
            >
              <TableBody>
                {data.items.map((item) => (
                  <ImportRow key={item.import_id} summary={item} />
                ))}
              </TableBody>
            </TableFrame>
          </Box>
        )}
        <Pager
          label="imports"
          page={page - 1}
          size={PAGE_SIZE}
          total={data?.total ?? 0}
          onPage={(next) => setUrl({ page: next + 1 })}
        />
      </CardContent>
    </Card>
  );
}

function Rows() {
  return (
    <Columns aria-busy aria-label="Loading imports" gap={1} sx={{ pt: 1 }}>
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={34} />
      ))}
    </Columns>
  );
}

interface StatusFilterProps {
  status: ImportKind | null;
  onChange: (status: ImportKind | null) => void;
}

/** Chooses the imports of one state, or those with conflicts. */
function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <SelectField
      size="small"
      value={status ?? ''}
      none="All states"
      options={IMPORT_KINDS.map((one) => ({
        value: one,
        label: one === 'conflicts' ? 'With conflicts' : statusTitle(one),
      }))}
      onChange={(value) => onChange(IMPORT_KINDS.find((one) => one === value) ?? null)}
      slotProps={{
        htmlInput: { 'aria-label': 'State of the imports' },
        select: { displayEmpty: true },
      }}
    />
  );
}
