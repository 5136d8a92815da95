// The two packages have no types; these are the parts that the build of the fonts uses.

declare module 'subset-font' {
  type Options = {
    readonly targetFormat?: 'sfnt' | 'woff2'
    readonly variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>
    readonly keepFeatures?: readonly string[]
  }
  function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
  export default subsetFont
}

declare module 'fontverter' {
  export function convert(font: Buffer, to: 'sfnt' | 'woff2'): Promise<Buffer>
}
