/** A name in each language of the site: of a table, or of a runner of a race. */
export type TableNames = { ko: string; en: string; jp: string; vn: string; cn: string }
