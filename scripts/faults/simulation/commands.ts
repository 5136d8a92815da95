import { isExcluded, type ModelMember } from '#test/ledger-model.ts'
import { memberOf, type Command, type Player, type Stage } from './player.ts'
import { officeCommand, transfer } from './office-commands.ts'
import { issue, bet, win, rollback, again, lateBet, adjustment, spin } from './event-commands.ts'
import { isInRound, tableCommand } from './table-commands.ts'
import { spinByCall, deposit, withdrawal, convert, limit, breakOrExclusion } from './member-commands.ts'

/** A player's next command, chosen by the player's own random draws and the state of the model. */
export function nextCommand(stage: Stage, player: Player): Command {
  const at = player.draw()
  const member = memberOf(stage, player)
  if (member.wallet.seq === 0n || at < 0.02) return issue(stage, player)
  // An excluded member may extend the exclusion.
  if (at > 0.985 && isExcluded(stage.model, member)) return breakOrExclusion(stage, player)
  if (at > 0.8 && isInRound(stage, player)) return tableCommand(stage, player, member)
  for (const [until, make] of shares) if (at < until) return make(stage, player, member)
  return bet(stage, player)
}

type Maker = (stage: Stage, player: Player, member: ModelMember) => Command

/** The draw below which each command is made; the rest are bets. An API call takes ten times as long as an event. */
const shares: readonly (readonly [number, Maker])[] = [
  [0.026, (stage, player) => deposit(stage, player)],
  [0.032, (stage, player, member) => withdrawal(stage, player, member)],
  [0.054, (stage, player, member) => officeCommand(stage, player, member)],
  [0.06, (stage, player, member) => convert(stage, player, member)],
  [0.07, (stage, player, member) => limit(stage, player, member)],
  [0.0706, (stage, player) => breakOrExclusion(stage, player)],
  [0.082, (stage, player, member) => transfer(stage, player, member)],
  [0.09, (stage, player) => spinByCall(stage, player)],
  [0.25, (stage, player, member) => spin(stage, player, member)],
  [0.42, (stage, player, member) => win(stage, player, member)],
  [0.5, (stage, player) => rollback(stage, player)],
  [0.56, (stage, player) => again(stage, player)],
  [0.6, (stage, player) => lateBet(stage, player)],
  [0.61, (stage, player) => adjustment(stage, player)],
  [0.66, (stage, player, member) => tableCommand(stage, player, member)],
]
