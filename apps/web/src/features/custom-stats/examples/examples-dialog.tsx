import CopyIcon from '~icons/ic/outline-content-copy';
import { Box, Button, Card, DialogContent, Skeleton, Typography } from '@mui/material';
import type { ReportingSchema } from '@portal/contracts/custom-stats';
import { CopyButton } from '../../../ui/copy-button';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { useReportingSchema } from '../api';
import { QueryView } from '../../../ui/query-view';
import { Row } from '../../../ui/layout';
import { Preformatted } from '../../../ui/preformatted';

export type Example = ReportingSchema['examples'][number];

interface ExamplesDialogProps {
  /** Opens an example in the editor. */
  onUse: (example: Example) => void;
  onClose: () => void;
}

/** The server's examples of queries. */
export default function ExamplesDialog({ onUse, onClose }: ExamplesDialogProps) {
  const schema = useReportingSchema();
  return (
    <AppDialog title="Query Examples" width={800} onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gridAutoRows: 'max-content', gap: 2 }}>
        <QueryView
          query={schema}
          pending={
            <Box role="status" aria-label="Loading examples">
              <Skeleton variant="rounded" height={180} />
            </Box>
          }
          failed="Failed to load the examples"
          inLine
        >
          {({ examples }) =>
            examples.map((example) => (
              <ExampleCard key={example.name} example={example} onUse={onUse} />
            ))
          }
        </QueryView>
      </DialogContent>
    </AppDialog>
  );
}

interface ExampleCardProps {
  example: Example;
  onUse: (example: Example) => void;
}

function ExampleCard({ example, onUse }: ExampleCardProps) {
  const { name, description, sql_query: sqlQuery } = example;
  return (
    <Card component="section" aria-label={name} sx={{ minWidth: 0 }}>
      <Row wrap gap={1} sx={{ p: 2, pb: 1.5 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="h4" component="h3">
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {description}
          </Typography>
        </Box>
        <CopyButton
          text={() => sqlQuery}
          icon={CopyIcon}
          label={`Copy the query ${name}`}
          copiedLabel="Query copied"
          failed="Failed to copy the query"
        />
        <Button size="small" variant="outlined" onClick={() => onUse(example)}>
          Open in editor
        </Button>
      </Row>
      {/* A long line scrolls, also by keyboard. */}
      <Preformatted tabIndex={0} sx={{ borderRadius: 0, whiteSpace: 'pre' }}>
        {sqlQuery}
      </Preformatted>
    </Card>
  );
}
