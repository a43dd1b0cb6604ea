import UploadFileIcon from '~icons/ic/outline-upload-file';
import { Button, Card, Typography, TextField } from '@mui/material';
import type { FileFormat } from '@portal/contracts/file-formats';
import { idParamSchema } from '@portal/contracts/scalars';
import { readColumns } from '@portal/domain/file-format/row-mapper';
import { Link, useParams } from 'react-router';
import { HistoryLink } from '../../../../../lists/list/history-link';
import { useOwnProject } from '../../../../../entities/projects/api';
import { detailOf } from '../../../../../lib/api-error';
import { plural } from '../../../../../lib/format';
import { paths } from '../../../../../lib/paths';
import { PlainTable, type PlainColumn } from '../../../../../tables/plain-table';
import { BackButton } from '../../../../../ui/back-button';
import { type OpenDialog, useDialog } from '../../../../../ui/dialogs/use-dialog';
import { FailurePanel } from '../../../../../ui/failure';
import { Instant } from '../../../../../ui/instant';
import { Row } from '../../../../../ui/layout';
import { MessagePanel } from '../../../../../ui/message-panel';
import { PageHeader } from '../../../../../ui/page-header';
import { PageLoading } from '../../../../../ui/page-loading';
import { QueryView } from '../../../../../ui/query-view';
import { useDeleteFormat, useFormats, useRenameFormat } from './api';
import { FormatDialog } from './format-dialog';
import { useState } from 'react';
import { FormDialog } from '../../../../../forms/form-dialog';

/** The file formats of a project. */
export function FormatsPage() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  if (!parsed.success) return <FailurePanel level="h1" title="Resource not found" detail="" />;
  return <Formats key={parsed.data} projectId={parsed.data} />;
}

function Formats({ projectId }: { projectId: number }) {
  const project = useOwnProject(projectId);
  const formats = useFormats(projectId);
  const { dialog, open } = useDialog();
  return (
    <>
      <BackButton to={paths.adminTasks}>Tasks</BackButton>
      <PageHeader
        title="File formats"
        subtitle={project && `How files of tools become tasks of ${project.name}`}
        actions={
          <Button onClick={() => open((onClose) => <FormatDialog onClose={onClose} />)}>
            What a file needs
          </Button>
        }
      />
      <QueryView
        query={formats}
        pending={<PageLoading />}
        failed="The file formats could not be loaded"
      >
        {(found) =>
          found.length === 0 ? (
            <MessagePanel
              icon={UploadFileIcon}
              title="No file formats yet"
              detail="Upload a file and remember the answers about it: the next file with the same columns needs no questions."
              action={
                <Button component={Link} to={paths.adminTasks} variant="contained">
                  Upload tasks
                </Button>
              }
            />
          ) : (
            <FormatTable formats={found} onOpen={open} />
          )
        }
      </QueryView>
      {dialog}
    </>
  );
}

interface FormatTableProps {
  formats: readonly FileFormat[];
  onOpen: OpenDialog;
}

function FormatTable({ formats, onOpen }: FormatTableProps) {
  const remove = useDeleteFormat();
  return (
    <Card sx={{ p: { xs: 1, sm: 2 } }}>
      <PlainTable
        label="File formats"
        columns={columnsOf(onOpen, (format) => remove.mutate(format))}
        rows={formats}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

const WIDE = { display: { xs: 'none', md: 'table-cell' } };

function columnsOf(
  onOpen: OpenDialog,
  onDelete: (format: FileFormat) => void,
): readonly PlainColumn<FileFormat>[] {
  return [
    {
      head: 'Name',
      cell: (format) => (
        <>
          {format.name}
          <Typography variant="caption" component="div" color="textSecondary">
            {`Version ${format.format_version}, ${format.settings.file === 'csv' ? 'CSV' : 'JSON'}`}
          </Typography>
        </>
      ),
      sx: { overflowWrap: 'anywhere' },
    },
    { head: 'Columns', cell: columnsText, sx: { ...WIDE, width: '40%', overflowWrap: 'anywhere' } },
    { head: 'Changed', cell: (format) => <Instant at={format.updated_at} />, sx: WIDE },
    {
      head: '',
      cell: (format) => (
        <Row wrap justify="flex-end" gap={0.5}>
          <HistoryLink entity="file_format" id={format.id} />
          <Button
            size="small"
            aria-label={`Rename ${format.name}`}
            onClick={() => onOpen((onClose) => <RenameDialog format={format} onClose={onClose} />)}
          >
            Rename
          </Button>
          <Button
            size="small"
            color="error"
            aria-label={`Delete ${format.name}`}
            onClick={() => onDelete(format)}
          >
            Delete
          </Button>
        </Row>
      ),
    },
  ];
}

const NAMED = 6;

/** 'Key, Set, State; 3 of 5 are read' */
function columnsText({ settings }: FileFormat): string {
  const read = readColumns(settings);
  const named = read.slice(0, NAMED).join(', ');
  const more = read.length > NAMED ? ` and ${read.length - NAMED} more` : '';
  return `${named}${more}; ${read.length} of ${plural(settings.columns.length, 'column', 'columns')}`;
}

/** Another name for a format: uploads by the API name it. */
function RenameDialog({ format, onClose }: { format: FileFormat; onClose: () => void }) {
  const [name, setName] = useState(format.name);
  const rename = useRenameFormat(format.id);
  return (
    <FormDialog
      title={`Rename ${format.name}`}
      width={400}
      submitLabel="Rename"
      isDirty={name !== format.name}
      isSaving={rename.isPending}
      disabled={name.trim() === '' || name === format.name}
      failure={rename.error && detailOf(rename.error, 'The format could not be renamed')}
      error={rename.error}
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(name.trim(), { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <TextField
        label="Name of the format"
        value={name}
        onChange={({ target }) => setName(target.value)}
        helperText="Uploads with ?format= must use the new name from now on."
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </FormDialog>
  );
}
