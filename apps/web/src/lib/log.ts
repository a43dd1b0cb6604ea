/** Logs an error to the browser's console. */
export function logError(text: string, ...cause: [unknown?]): void {
  console.error(text, ...cause);
}

/** Logs to the console what was not done, and why. */
export function logWarning(text: string): void {
  console.warn(text);
}
