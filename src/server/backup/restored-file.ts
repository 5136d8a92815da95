/** The file that marks a restored data folder until its first start has ended what people know of it. */
export const restoredFileName = 'restored.json'
