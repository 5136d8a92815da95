import { createServer } from 'node:net'

/** A listener's port and the variable that sets it. */
export type PortUse = { readonly port: number; readonly variable: string }

/** The sentence for a port that another program listens on. */
export function portTaken({ port, variable }: PortUse): string {
  return `Port ${port} is used by another program. Set ${variable} to a free one.`
}

/** Whether a failure to listen means that the port is taken. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/**
 * Binds each port and releases it again, before a database is created or migrated. If another program takes one in
 * between, the start of the listener fails.
 */
export async function assertPortsFree(host: string, uses: readonly PortUse[]): Promise<void> {
  for (const use of uses) {
    const probe = createServer()
    try {
      await new Promise<void>((resolve, reject) => {
        probe.once('error', reject)
        probe.listen({ host, port: use.port }, resolve)
      })
    } catch (error) {
      if (isPortTaken(error)) throw new Error(portTaken(use), { cause: error })
      throw error
    } finally {
      if (probe.listening) await new Promise((closed) => probe.close(closed))
    }
  }
}
