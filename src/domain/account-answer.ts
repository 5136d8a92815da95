/** What the house answers when a member asks where to pay a deposit. */

const playMoneyWarning = '연습용 머니입니다. 실제로 송금하지 마세요. · Play money. Do not send real money.'

/**
 * The answer to an inquiry of the kind `account`: the deposit account and the member's reference code, in words every
 * language of the site shares, and what the operator adds. The account comes from the brand's settings, so that no
 * operator ever types one.
 */
export function accountAnswer(parts: {
  depositAccount: string
  referenceCode: string
  mode: 'play' | 'real'
  /** What the operator wrote, or an empty string. */
  addition: string
}): string {
  const lines = [
    `입금 계좌 · Deposit account: ${parts.depositAccount}`,
    `입금자 확인 코드 · Reference code: ${parts.referenceCode}`,
  ]
  if (parts.mode === 'play') lines.push(playMoneyWarning)
  const addition = parts.addition.trim()
  if (addition !== '') lines.push('', addition)
  return lines.join('\n')
}
