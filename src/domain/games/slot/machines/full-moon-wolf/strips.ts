/** The reel strips of Full-Moon Wolf. */
export const fullMoonWolfStrips = {
  base: [
    'king king ace ace raven jack jack bear bear king moon bear stag stag queen queen jack owl stag jack jack queen queen raven raven king ace ace queen owl owl',
    'owl raven raven jack jack moon owl owl bear bear ace ace jack jack ace wolf wolf wolf queen king king stag king king bear queen queen stag stag queen king raven raven ace',
    'raven raven moon ace ace jack jack owl king king queen raven wolf wolf wolf queen queen jack jack king owl owl queen queen bear stag stag king ace ace stag stag bear bear',
    'raven raven jack stag stag bear raven king king wolf wolf wolf stag jack jack ace ace queen queen bear bear queen queen ace king king moon owl owl ace ace jack jack',
    'queen queen ace ace stag stag owl owl raven raven wolf wolf wolf jack jack stag ace ace king king raven king queen jack jack bear bear queen queen king king moon',
  ],
  free: [
    'moon owl king king ace jack bear owl owl owl ace ace jack jack queen queen raven bear bear bear stag stag stag raven raven queen king',
    'moon king king queen queen stag stag wolf wolf wolf raven ace ace queen jack jack owl owl ace bear king bear bear raven raven wolf wolf wolf stag',
    'jack jack queen moon king king ace owl owl bear wolf wolf wolf king stag wolf wolf wolf raven raven wolf wolf wolf ace ace queen queen bear bear stag stag',
    'king king queen ace ace raven wolf wolf wolf moon stag stag bear owl owl jack jack raven raven bear bear king wolf wolf wolf ace queen queen jack wolf wolf wolf',
    'jack jack stag ace king king ace ace wolf wolf wolf queen queen jack stag stag owl owl king wolf wolf wolf moon bear bear raven queen raven raven',
  ],
}
