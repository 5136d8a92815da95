import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import './palette.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

/**
 * The office's page: an empty `<div id="root">` and this script. It writes no inline script and no style element, so
 * `script-src 'self'; style-src 'self'` serves it. Style attributes are set through the DOM, which needs no permission.
 */
const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
