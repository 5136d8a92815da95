import type { FavouriteMessages } from '../ko/favourite.ts'

export const messages = {
  favourite: {
    title: 'Favourites',
    none: 'You have no favourites yet. Press the heart on a game to add one.',
    of: '{game}, favourite',
    full: 'Your favourites are full. Remove another game first.',
    failed: 'Could not save the favourite. Please try again.',
  },
} as const satisfies FavouriteMessages
