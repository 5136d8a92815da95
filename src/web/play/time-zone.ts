/** Dates are the brand's, never the browser's. The house opens with brands of one time zone. */
export const brandTimeZone = 'Asia/Seoul'
