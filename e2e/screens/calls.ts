/** Calls of members and operators without a browser. */

export type Answer = { status: string } & Readonly<Record<string, unknown>>
/** Sends a call such as `routes/get-member`; throws at any HTTP status but 200. */
export type Caller = (name: string, body: object) => Promise<Answer>

/** Sends calls of a member, with a play session those of a game window. */
export function caller(site: string, token: string, playSession?: string): Caller {
  return (name, body) =>
    post(`${site}/api/${name}`, body, {
      authorization: `Bearer ${token}`,
      ...(playSession !== undefined && { 'x-play-session': playSession }),
    })
}

/** Signs an operator of the demo data in and sends their calls. */
export async function officeCaller(office: string, login: string): Promise<Caller> {
  const entry = await fetch(`${office}/api/office/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: office },
    body: JSON.stringify({ login, pw: `${login}-office-1` }),
  })
  const cookie = entry.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
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
