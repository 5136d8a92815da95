/** The reel strips of Festival Bells. */
export const festivalBellsStrips = {
  base: [
    'king king fan fan ace ace kite kite ace ace mask mask fan queen queen drum queen lantern kite king king lantern queen queen mask mask',
    'ace ace king king queen queen drum mask king king queen queen kite kite fan fan mask mask lantern fan kite kite queen ace ace lantern',
    'ace ace kite kite ace ace lantern fan fan ace ace king king queen queen mask mask lantern lantern king king mask mask king king kite queen queen drum queen queen ace ace fan king king fan fan bell mask mask queen queen kite kite lantern',
    'king king lantern fan fan ace kite kite ace ace fan fan bell kite kite queen queen lantern king king ace ace mask mask queen queen king king ace ace fan drum mask mask king king queen queen mask mask queen queen lantern lantern kite',
    'lantern fan fan king king drum queen queen bell fan queen queen lantern mask mask king king ace ace mask mask queen queen mask kite kite fan fan ace ace kite kite ace ace kite lantern king king ace ace queen queen king king',
  ],
  walk: [
    'queen queen ace ace king king lantern kite kite lantern kite queen queen mask mask fan ace ace king king fan fan mask mask',
    'queen queen kite kite ace ace fan fan lantern ace ace fan queen queen king king kite kite mask king king mask mask lantern',
    'lantern kite kite king king fan fan king king lantern kite queen queen ace ace king king ace ace queen queen mask mask queen queen fan mask mask',
    'king king ace ace mask mask fan king king queen queen kite queen queen ace ace kite kite lantern mask mask fan fan lantern ace ace queen queen',
    'lantern king king queen queen ace ace mask mask lantern kite kite queen queen ace ace bell kite kite fan mask king king ace ace king king fan fan',
  ],
}
