import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { dayOf, nextMidnight } from '@portal/domain/periods';
import { useEffect, useReducer } from 'react';
import { useAbout } from '../../session/use-about';

/**
 * Today in the server's reporting time zone, YYYY-MM-DD; it changes at that zone's midnight. Until
 * the server has named the zone it is the default one.
 */
export function useToday(): string {
  const zone = useAbout().data?.reporting_time_zone ?? DEFAULT_REPORTING_TIME_ZONE;
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const arm = () => {
      const now = new Date();
      timer = setTimeout(turn, nextMidnight(now, zone).getTime() - now.getTime() + 1);
    };
    const turn = () => {
      renderAgain();
      arm();
    };
    arm();
    return () => clearTimeout(timer);
  }, [zone]);
  return dayOf(new Date(), zone);
}
