import { useEffect } from 'react';
import { logWarning } from '../../lib/log';

/**
 * Prevents the screen from sleeping while the component is mounted. The browser releases the lock
 * of a hidden tab, so it is requested again when the tab is visible.
 */
export function useWakeLock(): void {
  useEffect(() => {
    // Missing on plain-http origins other than localhost.
    const locks: WakeLock | undefined = 'wakeLock' in navigator ? navigator.wakeLock : undefined;
    if (!locks) return;
    let lock: WakeLockSentinel | undefined;
    let mounted = true;
    const request = () => {
      if (document.visibilityState !== 'visible') return;
      locks.request('screen').then(
        (granted) => {
          if (mounted) lock = granted;
          else void granted.release();
        },
        () => logWarning('The screen may sleep: the browser refused to keep it on'),
      );
    };
    request();
    document.addEventListener('visibilitychange', request);
    return () => {
      mounted = false;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}
