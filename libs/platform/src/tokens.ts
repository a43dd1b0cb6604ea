/** Injection tokens of the `PlatformModule` of server and worker. */
export const CONFIG = Symbol('Config');
export const LOGGER = Symbol('Logger');
export const UPLOAD_STORE = Symbol('UploadStore');
export const TASK_IMPORT_QUEUE = Symbol('TaskImportQueue');
