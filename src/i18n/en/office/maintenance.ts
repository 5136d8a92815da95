import type { OfficeMaintenanceMessages } from '../../ko/office/maintenance.ts'

export const messages = {
  maintenance: {
    off: 'Running normally.',
    since: 'Maintenance since {time}.',
    until: 'It ends by itself at {time}.',
    open: 'It lasts until you end it.',
    hint: 'During maintenance no game opens and no round starts. Rounds already started, deposits and withdrawals continue, and every open page shows a notice.',
    minutes: 'Minutes from now',
    minutesHint: 'Leave empty to end it yourself.',
    text: 'Notice: {language} (empty: the default text)',
    languages: { ko: 'Korean', en: 'English', jp: 'Japanese', vn: 'Vietnamese', cn: 'Chinese' },
    begin: 'Start maintenance',
    change: 'Change maintenance',
    end: 'End maintenance',
    begun: 'Maintenance is on.',
    ended: 'Maintenance has ended.',
    none: 'You cannot change this brand.',
  },
} as const satisfies OfficeMaintenanceMessages
