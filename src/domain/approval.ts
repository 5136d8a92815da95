import { amountFromWire, amountToWire, type Amount } from './money.ts'

/**
 * Acts that take two operators. One operator proposes an act, which is stored as data; another decides it, and it is
 * carried out once, in the transaction of the decision. An act that takes two operators is added here as a kind, with
 * its command and its two functions, and in the module that carries it out.
 */

/** The commands by kind: what is carried out, complete, so that the decision needs nothing else. */
export type ApprovalCommands = {
  /** Credits a deposit with the amount that arrived. `reason`: what the member reads when it differs, else empty. */
  credit_deposit: { request: string; credited: Amount; reason: string }
  /** Records that a withdrawal was paid out. */
  pay_withdrawal: { request: string; credited: Amount }
}
export type ApprovalKind = keyof ApprovalCommands
export type ApprovalCommand = { [Kind in ApprovalKind]: { act: Kind } & ApprovalCommands[Kind] }[ApprovalKind]

/** A command as it is stored: flat, amounts as decimal strings. */
export type CommandData = Readonly<Record<string, string>>

/** For each kind: its stored form without the act, and the way back, which throws when a field is missing. */
const forms: {
  [Kind in ApprovalKind]: {
    store: (command: ApprovalCommands[Kind]) => CommandData
    read: (data: CommandData) => ApprovalCommands[Kind]
  }
} = {
  credit_deposit: {
    store: ({ request, credited, reason }) => ({ request, credited: amountToWire(credited), reason }),
    read: (data) => ({ request: field(data, 'request'), credited: amountOf(data), reason: field(data, 'reason') }),
  },
  pay_withdrawal: {
    store: ({ request, credited }) => ({ request, credited: amountToWire(credited) }),
    read: (data) => ({ request: field(data, 'request'), credited: amountOf(data) }),
  },
}

/** The stored form of a command. Two commands are the same act exactly when these are equal. */
export function commandData(command: ApprovalCommand): CommandData {
  const stored =
    command.act === 'credit_deposit' ? forms[command.act].store(command) : forms[command.act].store(command)
  return { act: command.act, ...stored }
}

/** The command of stored data. Throws when the data are not those of the kind. */
export function commandOf(data: CommandData): ApprovalCommand {
  const act = field(data, 'act')
  if (act === 'credit_deposit') return { act, ...forms[act].read(data) }
  if (act === 'pay_withdrawal') return { act, ...forms[act].read(data) }
  throw new Error(`unknown act ${act} of an approval`)
}

/** Whether two commands are the same act. */
export function isSameCommand(one: ApprovalCommand, other: ApprovalCommand): boolean {
  const [first, second] = [commandData(one), commandData(other)]
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return [...names].every((name) => first[name] === second[name])
}

function field(data: CommandData, name: string): string {
  const value = data[name]
  if (value === undefined) throw new Error(`the command of an approval has no ${name}`)
  return value
}

function amountOf(data: CommandData): Amount {
  const amount = amountFromWire(field(data, 'credited'))
  if (amount === null) throw new Error('the command of an approval has no amount')
  return amount
}
