/** The file as a whole cannot be read any further; the message is meant for the uploader. */
export class TaskFileError extends Error {
  /**
   * @param reason a sentence without its place
   * @param offset bytes from the start of the (unpacked) content, where that helps
   */
  constructor(reason: string, offset?: number) {
    super(offset === undefined ? reason : `${reason} (at byte ${offset})`);
    this.name = 'TaskFileError';
  }
}
