import type { About } from '@portal/contracts/about';
import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { dayOf } from '@portal/domain/periods';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../app/query-client';

interface ReportingZoneProps {
  readonly zone?: string;
  readonly children: ReactNode;
}

/** Components below it see a server with this reporting time zone. */
export function ReportingZone({
  zone = DEFAULT_REPORTING_TIME_ZONE,
  children,
}: ReportingZoneProps) {
  const [client] = useState(() => {
    const about: About = {
      version: '1',
      reporting_time_zone: zone,
      today: dayOf(new Date(), zone),
      sign_in: 'google',
    };
    const created = createQueryClient();
    created.setQueryDefaults(['about'], { staleTime: Number.POSITIVE_INFINITY });
    created.setQueryData(['about'], about);
    return created;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
