/** Receives what people should read; `file` marks the line of a single file that is applied. */
export type Report = (line: string, kind?: 'file') => void
