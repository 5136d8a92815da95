import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import './frame/palette.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

/**
 * Entry of the office: an empty `<div id="root">` and this script. It uses no inline script and no style element, so
 * `script-src 'self'; style-src 'self'` suffices. Style attributes are set through the DOM, which the policy allows.
 */
const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
