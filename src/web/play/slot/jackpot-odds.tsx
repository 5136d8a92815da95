import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { featureOf, type Game, type JackpotLink, type JackpotTier } from '#domain/games/game.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import { formatPercent } from '#web/shared/format.ts'
import { jackpotFigures } from '#web/shared/jackpot-figures.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useStore } from '#web/shared/store.ts'
import { useMoney } from '#web/play/kit/money.ts'
import style from './info-panel.module.css'

/** How rarely a tier is hit: once in so much staked, which is so many spins at `stake`. */
export function jackpotOdds(
  { of, tiers }: JackpotLink,
  tier: JackpotTier,
  stake: Amount,
): { staked: Amount; spins: number } {
  const { chance } = tiers.find((one) => one.tier === tier) ?? { chance: 0 }
  // For each whole unit staked, `chance` of the `of` results hit.
  const units = of / chance
  return { staked: wholeUnits(Math.round(units)), spins: Math.round((units * Number(wholeUnits(1))) / Number(stake)) }
}

/** What the information panel says about the jackpots of a linked machine; `rtp` is the return without them, in percent. */
export function JackpotOdds({ game, stake, rtp }: { game: Game; stake: Amount; rtp: string }): ReactNode {
  const t = useTranslations('slot.info')
  const jackpot = useTranslations('jackpot')
  const money = useMoney()
  const locale = useLocaleCode()
  const figures = useStore(jackpotFigures)
  const link = featureOf(game, 'jackpot-link')
  if (!link) return null
  const shares = link.tiers.flatMap(({ tier }) => figures?.jackpots.filter((one) => one.tier === tier) ?? [])
  const shareOf = (tier: JackpotTier) => shares.find((one) => one.tier === tier)?.share ?? null
  const sum = shares.reduce((before, { share }) => before + Number(share), 0)
  const percent = (share: string | number) => formatPercent(String(share), locale)
  return (
    <section>
      <h3 className={style.heading}>{t('jackpots')}</h3>
      <p className={style.note}>{t('atStake', { stake: money(stake) })}</p>
      <dl className={`${style.figures} ${style.jackpots}`}>
        {link.tiers.map(({ tier }) => {
          const { staked, spins } = jackpotOdds(link, tier, stake)
          const share = shareOf(tier)
          return (
            <div key={tier}>
              <dt>{jackpot(tier)}</dt>
              <dd className="money">{t('oneIn', { spins })}</dd>
              <dd className={style.small}>{t('jackpotStaked', { amount: money(staked) })}</dd>
              {share !== null && <dd className={style.small}>{t('jackpotShare', { share: percent(share) })}</dd>}
            </div>
          )
        })}
        {shares.length === link.tiers.length && (
          <>
            <div>
              <dt>{t('jackpotShares')}</dt>
              <dd className="money">{percent(sum)}</dd>
            </div>
            <div>
              <dt>{t('rtpWithout')}</dt>
              <dd className="money">{percent(rtp)}</dd>
            </div>
            <div>
              <dt>{t('rtpWith')}</dt>
              <dd className="money">{percent(Number(rtp) + sum)}</dd>
            </div>
          </>
        )}
      </dl>
      <p className={style.note}>{t('jackpotChance')}</p>
      <p className={style.note}>{t('jackpotCap')}</p>
      <p className={style.note}>{t('jackpotProof')}</p>
    </section>
  )
}
