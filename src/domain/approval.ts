import { amountFromWire, amountToWire, changeFromWire, wholeUnits, type Amount } from './money.ts'

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
  /** Corrects a member's balance. `member`: their public id; `amount`: signed; `reason`: what the member reads. */
  adjust_balance: { member: string; account: CorrectedAccount; amount: Amount; reason: string }
  /** Issues the code with which a member sets a new password. */
  issue_reset_code: { reset: string }
  /** Ends an operator's sign-in and issues the code to enrol anew. `operator`: their public id; `reason`: for the audit. */
  reset_operator: { operator: string; reason: string }
  /** Makes a round of a table void. `round`: its id; `reason`: what its members read. */
  void_round: { round: string; reason: string }
}

/** The balances a correction may change. */
export const correctedAccounts = ['cash', 'comp'] as const
export type CorrectedAccount = (typeof correctedAccounts)[number]

/** The largest correction, up or down: a larger one is a typing error. */
export const largestCorrection: Amount = wholeUnits(10_000_000_000)

/** Whether a correction is proposed as one: not zero, and no typing error. */
export function isCorrection(amount: Amount): boolean {
  return amount !== 0n && amount <= largestCorrection && amount >= -largestCorrection
}

export const approvalStates = ['open', 'approved', 'refused', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]

export type ApprovalKind = keyof ApprovalCommands
export type ApprovalCommand = { [Kind in ApprovalKind]: { act: Kind } & ApprovalCommands[Kind] }[ApprovalKind]

/** The acts on money requests: a request's own proposals. */
export type RequestKind = Extract<ApprovalKind, 'credit_deposit' | 'pay_withdrawal'>
export type RequestCommand = Extract<ApprovalCommand, { act: RequestKind }>

/** The command of a request's proposal. Throws for any other. */
export function requestCommand(command: ApprovalCommand): RequestCommand {
  if (command.act === 'credit_deposit' || command.act === 'pay_withdrawal') return command
  throw new Error(`a money request has the proposal ${command.act}`)
}

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
  adjust_balance: {
    store: ({ member, account, amount, reason }) => ({ member, account, amount: amountToWire(amount), reason }),
    read: (data) => ({
      member: field(data, 'member'),
      account: accountOf(data),
      amount: changeOf(data),
      reason: field(data, 'reason'),
    }),
  },
  issue_reset_code: {
    store: ({ reset }) => ({ reset }),
    read: (data) => ({ reset: field(data, 'reset') }),
  },
  reset_operator: {
    store: ({ operator, reason }) => ({ operator, reason }),
    read: (data) => ({ operator: field(data, 'operator'), reason: field(data, 'reason') }),
  },
  void_round: {
    store: ({ round, reason }) => ({ round, reason }),
    read: (data) => ({ round: field(data, 'round'), reason: field(data, 'reason') }),
  },
}

/** The stored form of a command. Two commands are the same act exactly when these are equal. */
export function commandData(command: ApprovalCommand): CommandData {
  const { act } = command
  if (act === 'credit_deposit') return { act, ...forms[act].store(command) }
  if (act === 'pay_withdrawal') return { act, ...forms[act].store(command) }
  if (act === 'issue_reset_code') return { act, ...forms[act].store(command) }
  if (act === 'reset_operator') return { act, ...forms[act].store(command) }
  if (act === 'void_round') return { act, ...forms[act].store(command) }
  return { act, ...forms[act].store(command) }
}

/** The command of stored data. Throws when the data are not those of the kind. */
export function commandOf(data: CommandData): ApprovalCommand {
  const act = field(data, 'act')
  if (act === 'credit_deposit') return { act, ...forms[act].read(data) }
  if (act === 'pay_withdrawal') return { act, ...forms[act].read(data) }
  if (act === 'adjust_balance') return { act, ...forms[act].read(data) }
  if (act === 'issue_reset_code') return { act, ...forms[act].read(data) }
  if (act === 'reset_operator') return { act, ...forms[act].read(data) }
  if (act === 'void_round') return { act, ...forms[act].read(data) }
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

function accountOf(data: CommandData): CorrectedAccount {
  const account = correctedAccounts.find((one) => one === data['account'])
  if (account === undefined) throw new Error('the command of an approval has no account')
  return account
}

function changeOf(data: CommandData): Amount {
  const amount = changeFromWire(field(data, 'amount'))
  if (amount === null) throw new Error('the command of an approval has no amount')
  return amount
}
