/** Tells whoever looks into the browser's console what went wrong. */
export function logError(text: string, ...cause: [unknown?]): void {
  console.error(text, ...cause);
}

/** Tells them what was not done, for a reason. */
export function logWarning(text: string): void {
  console.warn(text);
}
