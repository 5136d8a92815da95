import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'

/** The Mantine theme. The colours are in `palette.css`; this file has only what Mantine needs in scripts. */

const gold: MantineColorsTuple = [
  '#fdf8ec',
  '#f9edcf',
  '#f6dca0',
  '#eecb86',
  '#e8c177',
  '#d9a94f',
  '#c8953f',
  '#b8863a',
  '#7a5518',
  '#5a3d0e',
]

/** The theme, with the labels of elements that Mantine renders itself. */
export function createOfficeTheme(labels: { close: string }): MantineThemeOverride {
  const closeButtonProps = { 'aria-label': labels.close }
  return createTheme({
    primaryColor: 'gold',
    primaryShade: 5,
    colors: { gold },
    black: '#0d0f17',
    autoContrast: true,
    luminanceThreshold: 0.35,
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Locking the page's scroll would write a style element, which the content security policy refuses.
      Modal: {
        defaultProps: { lockScroll: false, centered: true, overlayProps: { backgroundOpacity: 0.6 }, closeButtonProps },
      },
      Notification: { defaultProps: { closeButtonProps } },
      Button: { defaultProps: { size: 'sm' } },
      TextInput: { defaultProps: { size: 'sm' } },
      Textarea: { defaultProps: { size: 'sm' } },
    },
  })
}
