import { nextMidnight } from '@portal/domain/periods';

/** Calls back at the start of each day in a time zone. */
export class MidnightClock {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly zone: string,
    private readonly onMidnight: () => void,
  ) {}

  start(): void {
    const now = new Date();
    const midnight = nextMidnight(now, this.zone);
    this.timer = setTimeout(() => {
      // Timers may fire slightly early; the call belongs to the new day.
      if (Date.now() >= midnight.getTime()) this.onMidnight();
      this.start();
    }, midnight.getTime() - now.getTime());
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }
}
