/** Where the file of an import stands in the upload store. */
export function storeKeyOf(importId: string): string {
  return `imports/${importId}`;
}
