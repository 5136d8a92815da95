import type { SiteData } from '#contract/site.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from '../navigation.tsx'
import { usePictures } from '../late-pictures.ts'
import { usePage } from '../page-data.ts'
import style from './banner.module.css'

const shownMs = 6000

type Slide = {
  key: string
  image: string | undefined
  /** The picture for narrow screens, if there is one. */
  phone: string | undefined
  title: string
  text: string
  action: string
  link: string | null
}

/** The banner carousel: slides are stacked, so nothing shifts; it pauses by button, under the pointer and on focus. */
export function Banner(): ReactNode {
  const home = useTranslations('home')
  const slides = useSlides()
  const [now, setNow] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const go = (to: number) => setNow((to + slides.length) % slides.length)
  useEffect(() => {
    const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (paused || held || isReducedMotion || slides.length < 2) return
    const timer = setInterval(() => setNow((index) => (index + 1) % slides.length), shownMs)
    return () => clearInterval(timer)
  }, [paused, held, slides.length])
  return (
    // The slides pause under pointer or focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={style.banner}
      aria-roledescription="carousel"
      aria-label={home('banners')}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {slides.map((slide, index) => (
        <SlideView key={slide.key} slide={slide} shown={index === now} first={index === 0} />
      ))}
      {slides.length > 1 && (
        <div className={style.controls}>
          <button type="button" aria-label={home('previousBanner')} onClick={() => go(now - 1)}>
            <Icon name="left" size={18} />
          </button>
          <span className={`${style.place} money`}>
            {now + 1}/{slides.length}
          </span>
          <button type="button" aria-label={home('nextBanner')} onClick={() => go(now + 1)}>
            <Icon name="right" size={18} />
          </button>
          <button type="button" aria-label={home(paused ? 'play' : 'pause')} onClick={() => setPaused(!paused)}>
            <Icon name={paused ? 'play' : 'pause'} size={18} />
          </button>
        </div>
      )}
    </section>
  )
}

/** The banners of the brand in the language of the page; a default slide when it has none. */
function useSlides(): Slide[] {
  const home = useTranslations('home')
  const locale = useLocaleCode()
  const { site, art, maybeSignedIn } = usePage()
  const phoneOf = (image: string) => {
    const name = Object.keys(art).find((name) => art[name] === image)
    return name === undefined ? undefined : art[`${name}-phone`]
  }
  const own: Slide = {
    key: 'own',
    image: art['banner/tiger'],
    phone: art['banner/tiger-phone'],
    title: home('heroTitle'),
    text: home('heroText'),
    action: home('heroAction'),
    // A member without banners may be self-excluded: no invitation to play.
    link: maybeSignedIn ? null : playLink(site),
  }
  const slides = site.banners.map((banner): Slide => {
    const texts = banner.texts[locale] ?? banner.texts['ko'] ?? { title: '', text: '', action: '' }
    const image = banner.imgUrl || undefined
    return { key: banner.id, image, phone: image && phoneOf(image), link: banner.linkUrl, ...texts }
  })
  return slides.length > 0 ? slides : [own]
}

/** Opens the first slot that can be played. */
function playLink(site: SiteData): string {
  const first = site.games.find(({ used }) => used === 'y')
  return first === undefined ? '/?type=slot' : `/?game=${first.code}`
}

function SlideView({ slide, shown, first }: { slide: Slide; shown: boolean; first: boolean }): ReactNode {
  const pictures = usePictures()
  return (
    <div className={style.slide} data-shown={shown || undefined} inert={!shown} aria-roledescription="slide">
      {slide.image !== undefined && (first || pictures) && (
        <picture>
          {slide.phone !== undefined && <source media="(max-width: 719px)" srcSet={slide.phone} />}
          <img
            className={style.picture}
            src={slide.image}
            alt=""
            fetchPriority={first ? 'high' : 'low'}
            loading={first ? 'eager' : 'lazy'}
          />
        </picture>
      )}
      <div className={style.caption} data-headline="">
        <h2 className={style.title}>{slide.title}</h2>
        <p className={style.text}>{slide.text}</p>
        {slide.action !== '' && slide.link !== null && <SlideLink link={slide.link} text={slide.action} />}
      </div>
    </div>
  )
}

/** Links of the site navigate in the page; others are plain links. */
function SlideLink({ link, text }: { link: string; text: string }): ReactNode {
  const className = buttonClass('gilt')
  if (!link.startsWith('/') || link.startsWith('//')) {
    return (
      <a className={className} href={link} rel="noopener">
        {text}
      </a>
    )
  }
  return (
    <Link
      className={className}
      to={link}
      onClick={() => document.getElementById('games')?.scrollIntoView({ behavior: 'smooth' })}
    >
      {text}
    </Link>
  )
}
