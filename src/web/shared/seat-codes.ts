/** The games with a seat of one's own, by code. Window and tiles have this list without their rules; a test compares it with those of the domain. */
export const seatCodes: readonly string[] = ['blackjack']
