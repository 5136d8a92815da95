import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A transfer-wallet provider that carries out every transfer (`docs/decisions/008-transfer-wallets.md`). */
export type TransferStub = { port: number; key: string; close: () => Promise<void> }

export async function openTransferStub(): Promise<TransferStub> {
  const balances = new Map<string, number>()
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const there = balances.get(body.member) ?? 0
      const amount = body.amount === 'all' ? Math.floor(there) : Number(body.amount)
      const isDebit = (request.url ?? '').endsWith('/debit')
      if (isDebit && (amount > there || amount === 0)) {
        return response.end(JSON.stringify({ transfer: body.transfer, status: 'refused', reason: 'short' }))
      }
      balances.set(body.member, isDebit ? there - amount : there + amount)
      const done = { transfer: body.transfer, status: 'done', amount: String(amount) }
      return response.end(JSON.stringify({ ...done, balance: String(balances.get(body.member)) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    key: randomBytes(32).toString('base64'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<{ transfer: string; member: string; amount: string }> {
  let text = ''
  for await (const part of request) text += String(part)
  return JSON.parse(text) as { transfer: string; member: string; amount: string }
}
