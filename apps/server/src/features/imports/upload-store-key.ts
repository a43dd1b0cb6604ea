/** The key of an import's file in the upload store. */
export function uploadStoreKey(importId: string): string {
  return `imports/${importId}`;
}
