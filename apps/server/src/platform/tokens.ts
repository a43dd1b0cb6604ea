/** Injection tokens of `PlatformModule`. */
export const CONFIG = Symbol('Config');
export const LOGGER = Symbol('Logger');
export const UPLOAD_STORE = Symbol('UploadStore');
export const TASK_IMPORT_QUEUE = Symbol('TaskImportQueue');
