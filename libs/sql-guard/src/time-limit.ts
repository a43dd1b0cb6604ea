/** Upper limit in multiples of the time limit, for a busy machine. */
const PATIENCE = 5;

/**
 * Calls back when a thread may have used its time limit. The clock alone would stop short work on a
 * busy machine, so the CPU time of this process must also have passed.
 * @returns a function that cancels the limit
 */
export function whenOverTime(ms: number, callback: () => void): () => void {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    const left = ms - (user + system) / 1000;
    if (left > 0 && performance.now() - begun < PATIENCE * ms) {
      timer = setTimeout(look, Math.ceil(left));
    } else {
      // A response that has already arrived comes first.
      setImmediate(callback);
    }
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}
