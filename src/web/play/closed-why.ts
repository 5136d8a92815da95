/**
 * Why a window shows no game: the session is over, the window could not be opened, or the launch address had been used,
 * was older than 60 s or belonged to nobody here.
 */
export type ClosedWhy = 'signedOut' | 'failed' | 'used' | 'late' | 'unknown'
