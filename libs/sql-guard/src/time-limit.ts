/** However little of its time this process gets on a busy machine. */
const PATIENCE = 5;

/**
 * Calls back when a thread may have worked for so long. By the clock alone, a machine that is busy
 * with something else would make long work of short; so the process has to have worked as well.
 * @returns stops it
 */
export function whenOverTime(ms: number, callback: () => void): () => void {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    const left = ms - (user + system) / 1000;
    if (left > 0 && performance.now() - begun < PATIENCE * ms) {
      timer = setTimeout(look, Math.ceil(left));
    } else {
      // An answer that has arrived meanwhile goes first.
      setImmediate(callback);
    }
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}
