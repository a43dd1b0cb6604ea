import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths';
import { ChosenFile } from './chosen-file';
import { DropZone } from './drop-zone';
import { SendingPanel } from './sending-panel';
import { useUploadStore } from './upload-store';

/** The steps from the selection of a file to its import. */
export function UploadCard() {
  const { upload, choose } = useUploadStore();
  const navigate = useNavigate();

  useEffect(
    () =>
      useUploadStore.subscribe(({ accepted }, before) => {
        if (accepted === undefined || accepted === before.accepted) return;
        void navigate(paths.adminImport(accepted));
      }),
    [navigate],
  );

  return (
    <Card component="section" aria-labelledby="upload-heading">
      <CardContent>
        <Typography id="upload-heading" variant="h3" component="h2" sx={{ mb: 2 }}>
          Upload tasks
        </Typography>
        {upload.kind === 'idle' && <DropZone onFile={choose} />}
        {upload.kind === 'ready' && <ChosenFile file={upload.file} />}
        {upload.kind === 'failed' && <ChosenFile file={upload.file} failure={upload.failure} />}
        {upload.kind === 'sending' && <SendingPanel upload={upload} />}
      </CardContent>
    </Card>
  );
}
