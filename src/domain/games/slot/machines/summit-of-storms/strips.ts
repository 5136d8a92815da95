/** The reel strips of Summit of Storms. */
export const summitOfStormsStrips = {
  base: [
    'emerald garnet amber amber goat goat garnet garnet amber amber sapphire sapphire emerald emerald sapphire horn axe axe horn horn storm lantern lantern amber amber emerald emerald crystal crystal axe lantern lantern garnet garnet crystal crystal garnet garnet sapphire sapphire',
    'garnet garnet sapphire sapphire garnet garnet amber amber sapphire axe emerald horn sapphire sapphire horn horn storm goat goat axe axe lantern lantern amber emerald emerald amber amber crystal crystal lantern lantern emerald emerald crystal crystal garnet garnet amber amber',
    'amber amber emerald emerald axe amber amber storm sapphire sapphire horn horn amber amber garnet garnet lantern lantern sapphire horn axe axe garnet garnet crystal crystal emerald garnet garnet emerald sapphire sapphire goat goat lantern lantern crystal crystal emerald emerald',
    'emerald amber amber goat goat amber amber garnet garnet horn axe crystal crystal horn horn sapphire emerald emerald sapphire sapphire lantern lantern amber amber lantern lantern storm sapphire sapphire emerald emerald garnet garnet axe axe sapphire garnet garnet crystal crystal',
    'garnet garnet storm horn amber amber axe crystal crystal lantern lantern amber amber crystal crystal horn horn crystal emerald sapphire sapphire axe axe lantern lantern emerald emerald garnet garnet emerald emerald goat goat sapphire sapphire garnet garnet amber amber sapphire',
    'lantern lantern horn garnet garnet emerald emerald axe axe goat goat crystal crystal garnet garnet lantern emerald amber amber axe crystal crystal sapphire sapphire amber amber garnet garnet emerald emerald amber amber sapphire lantern lantern sapphire sapphire storm horn horn',
  ],
  free: [
    'crystal crystal lantern lantern horn horn horn garnet garnet garnet goat goat goat sapphire sapphire sapphire storm emerald emerald sapphire sapphire horn lantern lantern axe axe amber amber amber emerald emerald emerald garnet crystal crystal crystal axe axe garnet garnet garnet amber amber amber garnet',
    'garnet garnet garnet storm amber sapphire sapphire sapphire amber amber amber sapphire sapphire lantern lantern garnet garnet garnet crystal crystal crystal garnet horn axe axe emerald emerald emerald amber amber amber emerald emerald crystal crystal horn horn horn goat goat goat lantern lantern axe axe',
    'axe axe emerald lantern lantern amber amber amber garnet goat goat goat lantern lantern emerald emerald emerald garnet garnet garnet horn emerald emerald crystal crystal axe axe amber amber amber sapphire sapphire sapphire crystal crystal crystal storm sapphire sapphire horn horn horn garnet garnet garnet',
    'emerald emerald crystal crystal crystal axe axe sapphire sapphire sapphire garnet garnet garnet lantern lantern horn sapphire sapphire lantern lantern sapphire garnet garnet garnet crystal crystal garnet goat goat goat amber amber amber storm horn horn horn axe axe emerald emerald emerald amber amber amber',
    'horn lantern lantern amber amber amber crystal crystal goat goat goat horn horn horn crystal crystal crystal garnet garnet garnet emerald emerald amber amber amber sapphire sapphire axe axe lantern lantern sapphire sapphire sapphire garnet garnet garnet crystal axe axe storm garnet emerald emerald emerald',
    'sapphire sapphire sapphire emerald emerald garnet garnet garnet horn horn horn amber amber amber garnet horn lantern crystal crystal crystal goat goat goat amber amber amber lantern lantern garnet garnet garnet lantern lantern crystal crystal axe axe sapphire sapphire storm emerald emerald emerald axe axe',
  ],
}
