/** The look of numbers while those of another label are awaited. */
export const dimmedIf = (isOld: boolean) => ({ opacity: isOld ? 0.4 : 1 });
