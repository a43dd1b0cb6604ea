import AddIcon from '~icons/ic/baseline-add';
import { Box, Button } from '@mui/material';
import type { ListedItem } from '@portal/contracts/lists';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useOpenByUrl, useUrlState } from '../lib/url-state';
import { PageHeader } from '../ui/page-header';
import { PageLoading } from '../ui/page-loading';
import { useDialog } from '../ui/dialogs/use-dialog';
import { ItemDialog } from './list-dialogs';
import { ListTable } from './list/list-table';
import { LIST_PARAMS, pageQuery } from './list-state';
import { useErrorToast } from './list/use-error-toast';
import type { Around } from './list/list-table';
import type { Cells, IsShown } from './list/use-columns';
import { useMetadata, usePrefetchItems } from './api';
import { FailurePanel } from '../ui/failure';
import { QueryView } from '../ui/query-view';

interface ListPageProps {
  /** Path of the list below the API, with a slash at both ends. */
  base: string;
  title: string;
  subtitle?: string;
  /** What cells show instead of values. */
  cells?: Cells;
  isShown?: IsShown;
  /** Draws something around the table. */
  around?: Around;
  /** The page of an item, which a new one opens. */
  pageOf?: (item: ListedItem) => string;
  /** More buttons of a row. */
  actions?: (item: ListedItem) => ReactNode;
  /** The page with the history of an item, instead of its changes in the audit. */
  historyPath?: (key: string) => string;
  /** Links beside the heading. */
  links?: ReactNode;
  /** Links to related pages, below the heading. */
  tabs?: ReactNode;
}

/** Administration of one list of the server, from its metadata alone. */
export function ListPage({ base, title, subtitle, links, tabs, pageOf, ...list }: ListPageProps) {
  const [state] = useUrlState(LIST_PARAMS);
  // Sent with the request for the metadata, and later before the rows of the last page are rendered.
  usePrefetchItems(base, pageQuery(state));
  const metadata = useMetadata(base);
  const { dialog, open } = useDialog();
  const navigate = useNavigate();
  const onCreated = pageOf && ((item: ListedItem) => void navigate(pageOf(item)));
  const creatable = metadata.data?.operations.includes('create') ? metadata.data : undefined;
  const create =
    creatable &&
    (() => open((onClose) => <ItemDialog meta={creatable} {...{ onClose, onCreated }} />));
  useOpenByUrl(create);
  useErrorToast(metadata.error, 'Error loading metadata');

  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {links}
            {creatable && (
              <Button variant="contained" startIcon={<AddIcon />} onClick={create}>
                Create {creatable.label}
              </Button>
            )}
          </Box>
        }
      />
      {tabs}
      <QueryView
        query={metadata}
        pending={<PageLoading />}
        renderFailure={(_error, onRetry) => (
          <FailurePanel
            title="Failed to load metadata"
            detail="The page needs the description of its fields."
            onRetry={onRetry}
          />
        )}
      >
        {(meta) => <ListTable {...list} meta={meta} onOpen={open} />}
      </QueryView>
      {dialog}
    </>
  );
}
