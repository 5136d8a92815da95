/** What the offline verifier draws with: elements, and the shapes that its verdicts share. */

/** The messages of a namespace in the language of the page. */
export type Texts = (key: string, values?: Record<string, string | number>) => string

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

export function verdictOf(name: string, title: string, text: string): Node {
  return element('section', { class: `verdict ${name}` }, element('h2', {}, title), element('p', {}, text))
}

/** An item of a list: what was compared, and the values below it, so that long ones fit a phone. */
export function comparison(head: readonly string[], values: readonly (readonly [string, string])[]): Node {
  const rows = values.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, element('code', {}, value || '-'))),
  )
  const names = head.map((text, index) => element(index === 0 ? 'b' : 'span', {}, text))
  return element('li', {}, element('p', {}, ...names), element('dl', {}, ...rows))
}

export function tableOf(heads: readonly string[], rows: readonly (readonly (string | Node)[])[]): Node {
  const head = element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text)))
  const body = rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))
  return element('div', { class: 'scroll' }, element('table', {}, head, ...body))
}
