import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import './frame/palette.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { hashAddress } from './frame/address.ts'
import { loadOfficeMessages, readOfficeLocale } from './frame/locale.ts'

/**
 * Entry of the office: an empty `<div id="root">` and this script. It uses no inline script and no style element, so
 * `script-src 'self'; style-src 'self'` suffices. Style attributes are set through the DOM, which the policy allows.
 */
const root = document.getElementById('root')

async function start(place: HTMLElement): Promise<void> {
  const address = hashAddress(location)
  if (address !== null) history.replaceState(null, '', address)
  const locale = readOfficeLocale()
  const messages = await loadOfficeMessages(locale)
  createRoot(place).render(
    <StrictMode>
      <App begin={{ locale, messages }} />
    </StrictMode>,
  )
}

if (root !== null) {
  start(root).catch(() => {
    root.textContent =
      '오피스를 불러오지 못했습니다. 새로 고쳐 주세요. · The office could not be loaded. Please reload.'
  })
}
