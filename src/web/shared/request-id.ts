import { v7 } from 'uuid'

/** A new request id (UUIDv7). It is made when the member presses the button and kept across retries. */
export function newRequestId(): string {
  return v7()
}
