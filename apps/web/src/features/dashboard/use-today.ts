import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { dayOf, nextMidnight } from '@portal/domain/periods';
import { useEffect, useState } from 'react';

/** Today in the reporting zone, YYYY-MM-DD; updates at midnight of that zone. */
export function useToday(): string {
  const [today, setToday] = useState(currentDay);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const arm = () => {
      const now = new Date();
      const midnight = nextMidnight(now, DEFAULT_REPORTING_TIME_ZONE);
      timer = setTimeout(turn, midnight.getTime() - now.getTime() + 1);
    };
    const turn = () => {
      setToday(currentDay());
      arm();
    };
    arm();
    return () => clearTimeout(timer);
  }, []);
  return today;
}

function currentDay(): string {
  return dayOf(new Date(), DEFAULT_REPORTING_TIME_ZONE);
}
