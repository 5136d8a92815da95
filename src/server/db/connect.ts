import pg from 'pg'

/**
 * Connects for a few statements; the caller ends the connection. One that breaks between two of them fails the next one: without a listener its
 * error would end the process.
 */
export async function connectTo(
  url: string,
  { name = 'baize', limitMs = 0 }: { name?: string; limitMs?: number } = {},
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: limitMs })
  client.on('error', () => {})
  await client.connect()
  return client
}
