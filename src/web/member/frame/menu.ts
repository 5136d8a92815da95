/** The member's pages in the menu, on desktop and in the side panel (spec §2). */
export const menuPages = ['deposit', 'withdraw', 'comp', 'user', 'help', 'notice', 'note'] as const
