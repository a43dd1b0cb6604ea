/** The file cannot be read any further; the message is for the uploader. */
export class TaskFileError extends Error {
  /**
   * @param reason a sentence without the position
   * @param offset bytes from the start of the (unpacked) content, if useful
   */
  constructor(reason: string, offset?: number) {
    super(offset === undefined ? reason : `${reason} (at byte ${grouped(offset)})`);
    this.name = 'TaskFileError';
  }
}

/** 3000000: '3,000,000' */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
