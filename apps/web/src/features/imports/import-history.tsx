import InboxIcon from '~icons/ic/outline-inbox';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { IMPORT_STATES } from '@portal/contracts/imports';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { z } from 'zod';
import { messageOf } from '../../lib/api-error';
import { urlParam, useUrlState } from '../../lib/url-state';
import { useDrawn } from '../../lib/use-drawn';
import { dimmedIf } from '../../ui/dimmed';
import { visuallyHidden } from '../../ui/visually-hidden';
import { MessagePanel } from '../../ui/message-panel';
import { ImportRow, wideOnly } from './import-row';
import { useImports } from './api';
import { StatusFilter } from './status-filter';
import { FailureAlert } from '../../ui/failure';
import { useImportArrivals } from './use-import-arrivals';

const PAGE_SIZE = 10;
const URL_PARAMS = {
  page: urlParam(wholeNumberParam({ minimum: 1, maximum: 1_000_000 }), 1),
  status: urlParam(z.enum(IMPORT_STATES), null),
};
const COUNTS = ['Rows', 'Insert', 'Update', 'Unchanged'];

/** All imports, newest first; the page number is in the URL. */
export function ImportHistory() {
  const [{ page, status }, setUrl] = useUrlState(URL_PARAMS);
  const imports = useImports({ page, size: PAGE_SIZE, status });
  const { error, refetch } = imports;
  const drawn = useDrawn(imports, status);
  const data = drawn?.data;
  const isOld = drawn?.isOld ?? false;
  useImportArrivals(data?.items);
  const pages = data ? Math.max(1, Math.ceil(data.total / PAGE_SIZE)) : 1;

  return (
    <Card component="section" aria-labelledby="imports-heading" sx={{ mt: 3 }}>
      <CardContent>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 1, alignItems: 'center' }}>
          <Typography id="imports-heading" variant="h3" component="h2" sx={{ flex: 1 }}>
            Imports
          </Typography>
          <StatusFilter
            status={status}
            onChange={(chosen) => setUrl({ status: chosen, page: 1 })}
          />
        </Box>
        {error && (
          <FailureAlert title={messageOf(error, 'Error loading items')} onRetry={refetch} />
        )}
        {imports.isPending && !drawn && <Rows />}
        {data?.total === 0 && (
          <MessagePanel
            icon={InboxIcon}
            title={drawn?.label === null ? 'No imports yet' : 'No imports with this state'}
            {...(drawn?.label === null && {
              detail: 'Files that you upload are listed here with their counts.',
            })}
          />
        )}
        {data && data.items.length > 0 && (
          <TableContainer aria-busy={isOld} sx={dimmedIf(isOld)}>
            <Table
              size="small"
              sx={{
                '& th:first-of-type, & td:first-of-type': { pl: 0 },
                '& tr > :last-child': { pr: 0 },
              }}
            >
              <TableHead>
                <TableRow>
                  <TableCell>File</TableCell>
                  <TableCell>State</TableCell>
                  {COUNTS.map((name) => (
                    <TableCell key={name} align="right" sx={wideOnly}>
                      {name}
                    </TableCell>
                  ))}
                  <TableCell sx={wideOnly}>Uploaded</TableCell>
                  <TableCell>
                    <Box component="span" sx={visuallyHidden}>
                      Actions
                    </Box>
                  </TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {data.items.map((item) => (
                  <ImportRow key={item.import_id} asked={item} />
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        )}
        {(pages > 1 || page > 1) && (
          <Box sx={{ display: 'flex', justifyContent: 'center', mt: 2 }}>
            <Pagination
              count={pages}
              page={page}
              onChange={(_event, next) => setUrl({ page: next })}
            />
          </Box>
        )}
      </CardContent>
    </Card>
  );
}

function Rows() {
  return (
    <Box aria-busy aria-label="Loading imports" sx={{ display: 'grid', gap: 1, pt: 1 }}>
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={34} />
      ))}
    </Box>
  );
}
