/** Modules that `scripts/message-plugin.ts` makes from `src/i18n/`; `src/i18n/parts.ts` lists the parts. */

/** Loads one part of the messages, one file a language. */
declare module 'messages:*' {
  import type { BundledLocale } from '#i18n/locales.ts'
  import type { LoadedMessages } from '#web/shared/messages.tsx'

  export const load: Readonly<Record<BundledLocale, () => Promise<{ messages: LoadedMessages }>>>
}

declare module 'messages:site/*' {
  import type { SiteMessages } from '#i18n/parts.ts'

  export const messages: SiteMessages
}

declare module 'messages:home/*' {
  import type { HomeMessages } from '#i18n/parts.ts'

  export const messages: HomeMessages
}

declare module 'messages:document/*' {
  import type { DocumentMessages } from '#i18n/parts.ts'

  export const messages: DocumentMessages
}

declare module 'messages:fairness/*' {
  import type { LoadedMessages } from '#web/shared/messages.tsx'

  export const messages: LoadedMessages
}

declare module 'messages:play/*' {
  import type { LoadedMessages } from '#web/shared/messages.tsx'

  export const messages: LoadedMessages
}

declare module 'messages:series/*' {
  import type { LoadedMessages } from '#web/shared/messages.tsx'

  export const messages: LoadedMessages
}

declare module 'messages:office/*' {
  import type { LoadedMessages } from '#web/shared/messages.tsx'

  export const messages: LoadedMessages
}
