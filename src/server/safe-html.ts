import { LRUCache } from 'lru-cache'
import sanitize from 'sanitize-html'

/**
 * Sanitises HTML written by operators: before it is stored, and again before it is shown. Only the listed elements
 * remain: text, headings, lists, tables, links and pictures of this site. Forms, addresses in CSS, content of other
 * hosts, and styles other than colours, alignment, weight and size are removed.
 */

const cache = new LRUCache<string, string>({
  maxSize: 8_000_000,
  sizeCalculation: (html, key) => html.length + key.length + 1,
})

const colour = [/^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i]
const style = {
  color: colour,
  'background-color': colour,
  'text-align': [/^(?:left|right|center|justify)$/],
  'font-weight': [/^(?:bold|normal|[1-9]00)$/],
  'font-size': [/^(?:1[0-9]|2[0-9]|3[0-2])px$/],
}

const rules: sanitize.IOptions = {
  allowedTags: (
    'p br hr div span strong b em i u s small mark sub sup h2 h3 h4 ul ol li blockquote a img ' +
    'table thead tbody tr th td caption'
  ).split(' '),
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedStyles: { '*': style },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'iframe',
    'object',
    'svg',
    'math',
    'title',
  ],
  enforceHtmlBoundary: false,
  nestingLimit: 30,
  transformTags: {
    a: (tagName, attributes) => ({ tagName, attribs: linkOf(attributes) }),
    img: (tagName, attributes) => ({ tagName, attribs: pictureOf(attributes) }),
    td: (tagName, attributes) => ({ tagName, attribs: cellOf(attributes) }),
    th: (tagName, attributes) => ({ tagName, attribs: cellOf(attributes) }),
    h1: 'h2',
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && frame.attribs['src'] === undefined,
}

/** HTML that is safe to insert into a page. Deterministic and idempotent. */
export function safeHtml(html: string): string {
  const cached = cache.get(html)
  if (cached !== undefined) return cached
  const safe = sanitize(html, rules)
  cache.set(html, safe)
  return safe
}

/** Links within the site open in place; other links open in a new window without a referrer. */
function linkOf(attributes: sanitize.Attributes): sanitize.Attributes {
  const href = attributes['href']?.trim()
  const style = attributes['style']
  const link: sanitize.Attributes = style === undefined ? {} : { style }
  if (href === undefined) return link
  if (isOwnPath(href)) return { ...link, href }
  if (!/^(?:https:\/\/[\w[]|mailto:[^?]+@)/i.test(href)) return link
  return { ...link, href, target: '_blank', rel: 'noopener noreferrer nofollow' }
}

/** Only pictures of this site: another host could log who reads the page. */
function pictureOf(attributes: sanitize.Attributes): sanitize.Attributes {
  const { src, alt = '', width, height } = attributes
  if (src === undefined || !/^\/art\/[\w./-]+$/.test(src) || src.includes('..')) return {}
  return {
    src,
    alt,
    ...(width !== undefined && /^\d{1,4}$/.test(width) && { width }),
    ...(height !== undefined && /^\d{1,4}$/.test(height) && { height }),
    loading: 'lazy',
  }
}

/** More columns or rows of each cell would let a table of some hundred cells freeze the page that shows it. */
const widestSpan = 20

/** A cell with spans of 1 to 20; larger ones are cut, others removed. */
function cellOf({ colspan, rowspan, ...others }: sanitize.Attributes): sanitize.Attributes {
  return { ...others, ...spanOf('colspan', colspan), ...spanOf('rowspan', rowspan) }
}

function spanOf(name: 'colspan' | 'rowspan', text = ''): sanitize.Attributes {
  const span = /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return span === 0 ? {} : { [name]: String(Math.min(span, widestSpan)) }
}

/** A path of this site: one slash, no backslash, nothing a browser would parse as a host. */
function isOwnPath(href: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(href) || /^#[\w-]*$/.test(href)
}
