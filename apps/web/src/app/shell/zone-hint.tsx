import { Alert } from '@mui/material';
import { useUnknownZones } from '../../entities/portal/use-today';

/** Says that this browser is older than a time zone, so that days and times are those of UTC. */
export function ZoneHint() {
  const unknown = useUnknownZones();
  if (unknown.length === 0) return null;
  return (
    <Alert severity="warning" square>
      This browser does not know the time zone {unknown.join(' and ')}. Days and times are shown in
      UTC instead. Update the browser to see them as others do.
    </Alert>
  );
}
