import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { serverNow } from '../../lib/server-clock';

/** The dates of calendars, which mark today by the clock of the server. */
export class DateAdapter extends AdapterDateFns {
  constructor(...options: ConstructorParameters<typeof AdapterDateFns>) {
    super(...options);
    const { date } = this;
    Object.assign(this, {
      date: (value?: string | null) => (value === undefined ? new Date(serverNow()) : date(value)),
    });
  }
}
