import { aboutSchema } from '@portal/contracts/about';
import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { dayOf, nextMidnight } from '@portal/domain/periods';
import { isKnownZone, knownZone } from '@portal/domain/zones';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUserZone } from '../../lib/user-zone';
import { serverNow, useServerClock } from '../../lib/server-clock';
import { api } from '../../session/api';
import { browserNow } from '../../lib/use-now';

/** The version of the server and its reporting time zone. */
export function useAbout() {
  return useQuery({
    queryKey: ['about'],
    ...api.read('/about', aboutSchema),
  });
}

/**
 * The server's reporting time zone, in which days, weeks and months are counted; UTC in a browser that
 * does not know it. Until the server has named the zone it is the default one.
 */
export function useReportingZone(): string {
  return knownZone(useAbout().data?.reporting_time_zone ?? DEFAULT_REPORTING_TIME_ZONE);
}

/** The reporting time zone and that of the profile, as far as this browser does not know them. */
export function useUnknownZones(): readonly string[] {
  const reporting = useAbout().data?.reporting_time_zone;
  const own = useUserZone(({ zone }) => zone);
  return [...new Set([reporting ?? 'UTC', own ?? 'UTC'])].filter((zone) => !isKnownZone(zone));
}

/** Today in the reporting time zone by the clock of the server, YYYY-MM-DD; it changes at that zone's midnight. */
export function useToday(): string {
  const zone = useReportingZone();
  const { aheadMs } = useServerClock();
  const [at, setAt] = useState(browserNow);
  const now = at + aheadMs;
  useEffect(() => {
    const wait = nextMidnight(new Date(now), zone).getTime() - serverNow() + 1;
    const timer = setTimeout(() => setAt(browserNow()), wait);
    return () => clearTimeout(timer);
  }, [now, zone]);
  return dayOf(new Date(now), zone);
}
