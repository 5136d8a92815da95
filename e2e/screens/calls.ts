/** What people and operators say to the house without a browser. */

export type Answer = { status: string } & Readonly<Record<string, unknown>>
/** Says a call of a door, `routes/get-member`; throws where the door itself refuses. */
export type Caller = (name: string, body: object) => Promise<Answer>

/** A member's own calls; in a game window where a play session is named. */
export function caller(site: string, token: string, playSession?: string): Caller {
  return (name, body) =>
    post(`${site}/api/${name}`, body, {
      authorization: `Bearer ${token}`,
      ...(playSession !== undefined && { 'x-play-session': playSession }),
    })
}

/** An operator of the demo house, signed in. */
export async function officeCaller(office: string, login: string): Promise<Caller> {
  const entry = await fetch(`${office}/api/office/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: office },
    body: JSON.stringify({ login, pw: `${login}-office-1` }),
  })
  const [cookie = ''] = (entry.headers.getSetCookie()[0] ?? '').split(';')
  return (name, body) => post(`${office}/api/${name}`, body, { cookie, origin: office })
}

async function post(address: string, body: object, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
